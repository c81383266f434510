# Errors in files and pictures.

output-which-form = { $path }: unknown extension; expected one of { $valid }, or use { $flag }
output-not-resumable = { $error }; a run with this output cannot be resumed

results-fresh = { $error }; use --fresh to overwrite
results-finished = { $path } is already finished; nothing to do
results-unfinished = { $path } is unfinished; run the same command again to resume from { $note }, or add --fresh to start over

log-file-refused = cannot write the log file { $path }
