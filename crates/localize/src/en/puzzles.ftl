# Puzzles from games.

puzzles-progress = { $bar } { $done }/{ $all } games, { $puzzles } puzzles, { $gone } elapsed, { $left } left
puzzles-sum = { $puzzles ->
    [one] { $puzzles } puzzle
   *[other] { $puzzles } puzzles
} from { $games ->
    [one] { $games } game
   *[other] { $games } games
}
puzzles-sum-refused = { $puzzles ->
    [one] { $puzzles } puzzle
   *[other] { $puzzles } puzzles
} from { $games ->
    [one] { $games } game
   *[other] { $games } games
} ({ $refused } refused)
puzzles-entry = { $number }. { $side } to move, { $task }, level { $level } of { $max }{ $themes }
puzzles-entry-solution = solution { $solution }; score { $score }, second best { $second }
puzzles-entry-source = from { $source }
puzzles-entry-themes = ; { $themes }
