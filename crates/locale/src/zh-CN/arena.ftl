# 开局文件哪里不对。

arena-in-file = { $path }：{ $error }
arena-in-line = 第 { $line } 行：{ $error }

openings-over-line = 第 { $line } 行：走棋方无着可走
openings-empty = 其中没有开局
