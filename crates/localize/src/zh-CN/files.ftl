# 文件和图片哪里不对。

output-write = 无法写入 { $place }
output-not-resumable = { $error }；无法在其中续写

results-fresh = { $error }；--fresh 会将它覆盖
results-unfinished = { $path } 尚未完成：用同样的命令可以继续，为此保留了 { $note }；--fresh 则从头开始

log-file-refused = 无法写入日志文件 { $path }
