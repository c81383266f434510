# What `doctor` says of the machine, the self-tests and the hosts.

doctor-machine = Machine
doctor-checks = Checks
doctor-cpu = CPU
doctor-build = build
doctor-network = network
doctor-network-none = none: the hand-crafted evaluation; one from a file would use { $path }
doctor-network-used = { $role ->
    [whole] alone
   *[correction] corrects the hand-crafted evaluation
}, data { $digest }, uses { $path }
doctor-threads = threads
doctor-memory = memory
doctor-build-uses = { $target }, uses { $features }
doctor-nothing-special = nothing special
doctor-not-optimised = not optimised: build with `cargo build --release` to play
doctor-also-has = the CPU also has { $features }
doctor-native = (a build with RUSTFLAGS='-C target-cpu=native' may use them)
doctor-threads-up-to = { $threads }: option Threads up to that
doctor-memory-free = { $megabytes } MB free
doctor-memory-untold = the system does not tell how much is free
doctor-hash-up-to = { $memory }: option Hash up to { $megabytes }
doctor-no-hash = { $memory }: too little for any Hash; close something
doctor-failed = checks failed: { $count }; their advice says what to do
doctor-ok = All checks passed.
doctor-no-binary = cannot tell where this program lies
doctor-how-to = How to add it to a GUI (界面). The engine is
doctor-blanks = Some of them cannot start a path with blanks: copy it to one without.
doctor-host = { $name } ({ $systems }): { $protocol }

doctor-test = { $test }
doctor-rebuild = This build is broken: build it anew from clean sources, or report it with `chuhe --version`.
doctor-unblock = Start it by hand and type ucci: if there is no ucciok, look for a virus scanner or a sandbox in the way, or for missing rights.
doctor-wrong-count = { $fen }: { $counted } { PLURAL($counted, "leaf", "leaves") } at depth { $depth }, not { $expected }
doctor-counts-right = { $leaves } { PLURAL($leaves, "leaf", "leaves") } behind { $positions } { PLURAL($positions, "position", "positions") }, all right, in { $millis } ms
doctor-wrong-mate = { $fen }: found { $found } with { $score }, not { $best } and mate in { $moves }
doctor-mates = { $count } { PLURAL($count, "mate", "mates") } found
doctor-no-speed = a second of search gave nothing
doctor-speed = { $speed } nodes a second on one thread; depth { $depth } in a second

doctor-cannot-start = cannot start { $path }: { $error }
doctor-cannot-write = does not take { $line }: { $error }
doctor-silent = no { $word } within { $seconds } s
doctor-bad-move = { $answer } is no legal move
doctor-status = ended with { $status }
doctor-stays = does not leave on quit
doctor-greeted = { $word } after { $millis } ms, { $answer }

doctor-host-name = { $host ->
   *[other] { $name }
}
doctor-host-systems = { $host ->
   *[other] { $systems }
}
doctor-host-protocol = { $host ->
   *[other] { $protocol }
}
# The engine's path is in the steps already.
doctor-host-steps = { $host ->
    [none] { $engine }
   *[other] { $steps }
}
