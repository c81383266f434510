# The messages of check-engine.

check-finding = { $check }: expected { $expected }; got { $came }
check-both-protocols = both
check-summary = { $protocol }: { $passed } passed, { $warned } with warnings, { $failed } failed, { $skipped } skipped
check-busy = The machine is busy: late answers may not be the engine's fault.
check-unknown = unknown check; --list shows all checks
check-match-key = { $key } applies only to matches; the checks set their own limits
