# 文件和图片哪里不对。

games-empty-folder = { $path }：这个文件夹里没有棋谱文件
games-none = 没有棋谱：应为 PGN、[DhtmlXQ] 文本、XQF、CBR、CBL、CBF，或成行的着法或 FEN
games-rest = 文件的其余部分无法读取：{ $error }

output-stream = 标准输出
output-write = 无法写入 { $place }
output-is-input = { $path }：这个文件是要读取的，不能写入
output-one-game = { $path }：这种格式的文件只能存一局；请给出文件夹（如 -o out/），每局一个文件
output-taken = { $path }：有两个要读取的文件都会写成它
output-use-stdout = { $error }；要写到标准输出，请用 -
output-reader-gone = 标准输出已无人读取

results-exists = { $path }：文件已存在
results-other-terms = { $path }：开始时的设置不同：{ $differences }
results-other-form = { $path }：是由本程序的另一版本开始的
results-locked = { $path }：另一个分析正在写入
results-fresh = { $error }；--fresh 会将它覆盖
results-unfinished = { $path } 尚未完成：用同样的命令可以继续，为此保留了 { $note }；--fresh 则从头开始

picture-width = 图片的宽度不能是 { $width } 点：应为 1 到 { $max }
picture-svg = 无法读取 SVG：{ $reason }
picture-png = 无法生成 PNG：{ $reason }
picture-arrow = { $found } 不是箭头：应为两个点，纵线 a 到 i，横线 0 到 9，如 h2e2
picture-mark = { $found } 不是棋盘上的点：应为纵线 a 到 i 加横线 0 到 9，如 e4
picture-ink = { $found } 不是颜色：应为 green、red、blue、orange、purple、black 或 #rrggbb

log-file-refused = 无法写入日志文件 { $path }
