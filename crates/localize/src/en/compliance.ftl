# What check-engine says of its checks.

check-finding = { $check }: expected { $expected }; came: { $came }
check-both-protocols = both
check-summary = { $protocol }: { $passed } passed, { $warned } with warnings, { $failed } failed, { $skipped } skipped
check-busy = The machine is busy: what came late may not be the engine's fault.
check-unknown = there is no such check; --list names them
check-match-key = { $key } is for matches; the checks set their own limits
