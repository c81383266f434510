# Output of `doctor` about the machine, the self-tests and the GUIs.

doctor-machine = Machine
doctor-checks = Checks
doctor-cpu = CPU
doctor-build = build
doctor-network = network
doctor-network-none = none (hand-crafted evaluation only); a network from a file would use { $path }
doctor-network-used = { $role ->
    [whole] the whole evaluation
   *[correction] corrects the hand-crafted evaluation
}, digest { $digest }, uses { $path }
doctor-threads = threads
doctor-memory = memory
doctor-build-uses = { $target }, uses { $features }
doctor-nothing-special = no special features
doctor-not-optimised = not optimized: build with `cargo build --release` to play
doctor-also-has = the CPU also supports { $features }
doctor-native = (a build with RUSTFLAGS='-C target-cpu=native' can use them)
doctor-threads-up-to = { $threads }; set the option Threads to at most this number
doctor-memory-free = { $megabytes } MB free
doctor-memory-untold = amount of free memory unknown
doctor-hash-up-to = { $memory }; set the option Hash to at most { $megabytes }
doctor-no-hash = { $memory }: too little for any hash table; close other programs
doctor-failed = checks failed: { $count }; follow the advice above
doctor-ok = All checks passed.
doctor-no-binary = cannot find the path of this program
doctor-how-to = How to add chuhe to a GUI (界面). The engine's path is:
doctor-blanks = Some GUIs cannot start a program whose path contains spaces: copy the program to a path without spaces.
doctor-host = { $name } ({ $systems }): { $protocol }

doctor-test = { $test }
doctor-rebuild = This build is broken: rebuild it from clean sources, or report it with the output of `chuhe --version`.
doctor-unblock = Start the program by hand and type ucci. If it does not answer ucciok, check whether a virus scanner, a sandbox or missing permissions block it.
doctor-wrong-count = { $fen }: { $counted } { PLURAL($counted, "leaf", "leaves") } at depth { $depth }, not { $expected }
doctor-counts-right = { $leaves } { PLURAL($leaves, "leaf", "leaves") } in { $positions } { PLURAL($positions, "position", "positions") }, all correct, in { $millis } ms
doctor-wrong-mate = { $fen }: found { $found } with { $score }, not { $best } and mate in { $moves }
doctor-mates = { $count } { PLURAL($count, "mate", "mates") } found
doctor-no-speed = no result after one second of search
doctor-speed = { $speed } nodes per second on one thread; depth { $depth } after one second

doctor-cannot-start = cannot start { $path }: { $error }
doctor-cannot-write = cannot send { $line }: { $error }
doctor-silent = no { $word } within { $seconds } s
doctor-bad-move = illegal move { $answer }
doctor-status = the engine did not exit normally ({ $status })
doctor-stays = the engine does not exit after `quit`
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
# The steps already contain the engine's path.
doctor-host-steps = { $host ->
    [none] { $engine }
   *[other] { $steps }
}
