# 文件和图片哪里不对。

file-is-folder = 这是文件夹，不是文件
file-is-device = 这是设备，不是文件
file-is-pipe = 这是管道，不是文件
file-is-socket = 这是套接字，不是文件
file-is-link = 这是链接，不是文件
file-is-not-regular = 这不是普通文件
file-read-only = 文件是只读的
file-no-folder = 没有文件夹 { $folder }
file-not-found = 没有这个文件或文件夹（{ $system }）
file-denied = 没有权限（{ $system }）

output-write = 无法写入 { $place }
output-use-stdout = { $error }；要写到标准输出，请用 -
output-reader-gone = 标准输出已无人读取

results-fresh = { $error }；--fresh 会将它覆盖
results-unfinished = { $path } 尚未完成：用同样的命令可以继续，为此保留了 { $note }；--fresh 则从头开始

log-file-refused = 无法写入日志文件 { $path }
