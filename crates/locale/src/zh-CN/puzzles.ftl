# 对局中的习题。

puzzle-one-piece = { $piece ->
    [king] 将
    [advisor] 士
    [elephant] 象
    [horse] 马
    [rook] 车
    [cannon] 炮
   *[pawn] 兵
}
puzzle-some-pieces = { $count ->
    [2] 两
    [3] 三
    [4] 四
    [5] 五
   *[other] { $count }
}{ $piece ->
    [king] 将
    [advisor] 士
    [elephant] 象
    [horse] 马
    [rook] 车
    [cannon] 炮
   *[pawn] 兵
}
puzzle-no-pieces = 无
puzzle-score-mate = { $moves } 步杀
puzzle-score-mated = 被 { $moves } 步杀
puzzle-score-rule-win = 按规则胜
puzzle-score-rule-loss = 按规则负
puzzle-task-mate = { $moves } 步杀
puzzle-task-win = 得{ $pieces }
puzzle-task-material = 得子
puzzle-theme = { $theme ->
    [check] 将军
    [double-check] 双将
    [discovered-check] 闪将
    [fork] 捉双
    [discovered-attack] 闪击
    [sacrifice] 弃子
   *[quiet-move] 静着
}
puzzle-source = { $known }；{ $file } 第 { $game } 局第 { $ply } 着后
puzzle-refused-game = { $file }：第 { $game } 局：{ $reason }
puzzle-refused-file = { $file }：{ $reason }

puzzle-file-broken = { $path }：{ $reason }
puzzle-file-form = { $path }：不是 `chuhe puzzles --to json` 写出的习题：{ $reason }
puzzle-file-other-form = 格式标记为 { $form }
puzzle-file-no-solution = 第 { $number } 题没有答案
puzzle-file-puzzle = { $path }：第 { $number } 题：{ $reason }
puzzle-file-empty = { $path }：文件中没有习题

puzzles-progress = { $bar } { $done }/{ $all } 局，习题 { $puzzles } 道，已用 { $gone }，还需 { $left }
puzzles-form-unknown = 从文件名 { $name } 看不出格式，请加 --to html、json 或 text
puzzles-sum = 由 { $games } 局棋得到习题 { $puzzles } 道
puzzles-sum-refused = 由 { $games } 局棋得到习题 { $puzzles } 道（{ $refused } 处不可用）
puzzles-entry = { $number }. { $side ->
    [red] 红
   *[black] 黑
}先，{ $task }，难度 { $level }/{ $max }{ $themes }
puzzles-entry-solution = 答案 { $solution }；分值 { $score }，次佳 { $second }
puzzles-entry-source = 选自 { $source }
puzzles-entry-themes = ；{ $themes }
