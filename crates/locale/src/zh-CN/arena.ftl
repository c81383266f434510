# 开局文件哪里不对。

arena-in-file = { $path }：{ $error }
openings-empty = 其中没有开局
