# What is wrong with files, and with pictures.

output-write = cannot write { $place }
output-which-form = { $path }: unknown extension; expected one of { $valid }, or use { $flag }
output-not-resumable = { $error }; cannot resume into it

results-fresh = { $error }; use --fresh to overwrite
results-finished = { $path } is already finished; nothing to do
results-unfinished = { $path } is unfinished: the same command resumes it, using { $note }; --fresh starts again

log-file-refused = cannot write the log file { $path }
