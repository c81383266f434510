# 文件和图片的错误。

output-which-form = { $path }：未知的扩展名；应为 { $valid } 之一，或用 { $flag } 指定形式
output-not-resumable = { $error }；不能接着写

results-fresh = { $error }；--fresh 会将它覆盖
results-finished = { $path } 已经完成，无需再做
results-unfinished = { $path } 尚未完成：再次运行同一命令即可继续，进度记在 { $note }；--fresh 则从头开始

log-file-refused = 无法写入日志文件 { $path }
