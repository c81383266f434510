# 对局中的习题。

puzzles-progress = { $bar } { $done }/{ $all } 局，习题 { $puzzles } 道，已用 { $gone }，还需 { $left }
puzzles-sum = 由 { $games } 局棋得到习题 { $puzzles } 道
puzzles-sum-refused = 由 { $games } 局棋得到习题 { $puzzles } 道（{ $refused } 处不可用）
puzzles-entry = { $number }. { $side ->
    [red] 红
   *[black] 黑
}先，{ $task }，难度 { $level }/{ $max }{ $themes }
puzzles-entry-solution = 答案 { $solution }；分值 { $score }，次佳 { $second }
puzzles-entry-source = 选自 { $source }
puzzles-entry-themes = ；{ $themes }
