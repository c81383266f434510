# 文件和图片哪里不对。

output-write = 无法写入 { $place }
output-which-form = { $path }：未知的扩展名；应为 { $valid } 之一，或用 { $flag } 指定形式
output-not-resumable = { $error }；无法在其中续写

results-fresh = { $error }；--fresh 会将它覆盖
results-finished = { $path } 已经完成，无事可做
results-unfinished = { $path } 尚未完成：用同样的命令可以继续，为此保留了 { $note }；--fresh 则从头开始

log-file-refused = 无法写入日志文件 { $path }
