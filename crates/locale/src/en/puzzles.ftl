# Puzzles from games.

puzzle-one-piece = { $piece ->
    [advisor] an advisor
    [elephant] an elephant
   *[other] a { $piece }
}
puzzle-some-pieces = { $count } { $piece }s
puzzle-no-pieces = nothing
puzzle-score-mate = mate in { $moves }
puzzle-score-mated = mated in { $moves }
puzzle-score-rule-win = wins by rule
puzzle-score-rule-loss = loses by rule
puzzle-task-mate = mate in { $moves }
puzzle-task-win = win { $pieces }
puzzle-task-material = win material
puzzle-theme = { $theme ->
    [double-check] double check
    [discovered-check] discovered check
    [discovered-attack] discovered attack
    [quiet-move] quiet move
   *[other] { $theme }
}
puzzle-source = { $known }; { $file }, game { $game }, ply { $ply }
puzzle-refused-game = { $file }: game { $game }: { $reason }
puzzle-refused-file = { $file }: { $reason }

puzzle-file-broken = { $path }: { $reason }
puzzle-file-form = { $path }: no puzzles as `chuhe puzzles --to json` writes them: { $reason }
puzzle-file-other-form = its form is { $form }
puzzle-file-no-solution = puzzle { $number } has no solution
puzzle-file-puzzle = { $path }: puzzle { $number }: { $reason }
puzzle-file-empty = { $path }: there are no puzzles in it

puzzles-progress = { $bar } { $done }/{ $all } games, { $puzzles } puzzles, { $gone } gone, { $left } to go
puzzles-form-unknown = the name { $name } does not say the form: add --to html, json or text
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
puzzles-entry-solution = solution { $solution }; { $score } against { $second }
puzzles-entry-source = from { $source }
puzzles-entry-themes = ; { $themes }
