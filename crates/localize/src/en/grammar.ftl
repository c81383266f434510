# Errors in command lines.

error-line = error: { $text }
expected-language = expected en or zh
grammar-value = invalid value '{ $value }' for '{ $arg }': { $why }
grammar-not-one-of = invalid value '{ $value }' for '{ $arg }': expected one of { $valid }
grammar-needs-value = '{ $arg }' requires a value
grammar-unknown = unknown option or argument '{ $arg }'
grammar-no-command = unknown command '{ $name }'
grammar-not-built = this build has no command '{ $name }'; it needs a build with the feature '{ $feature }'
grammar-twice = '{ $arg }' was given more than once
grammar-conflict = '{ $arg }' cannot be used with { $other }
grammar-missing = missing required { PLURAL($count, "argument", "arguments") } { $args }
grammar-too-many = unexpected value '{ $value }' for '{ $arg }'
grammar-too-few = too few values for '{ $arg }'
grammar-no-equals = '{ $arg }' requires an equals sign before its value
grammar-not-utf8 = an argument is not valid UTF-8
grammar-needs-command = missing command: expected one of { $valid }
grammar-suggestion = (did you mean '{ $name }'?)
grammar-see-help = For more information, try '--help'.
grammar-for-conversations = --log-file, and --option before a command, apply only to a conversation with a GUI; put --option after the command
interrupt-refused = cannot listen for Ctrl-C
intent-no-file = { $file }: no such file or folder
intent-match-file = to play the match in { $file }, run `chuhe match { $file }`
intent-engine = { $file } is a program; to play a match against it, run `chuhe match chuhe { $file }`; to test its protocol, `chuhe check-engine cmd={ $file }`
intent-option = setoption has no effect without a search; to set an option, use --option NAME=VALUE
intent-two-commands = '{ $line }' cannot be combined with a command

# The engine's prompt in a terminal.

prompt-greeting = chuhe { $version }, a xiangqi engine. GUIs talk to it here in UCCI or UCI; you can try `go depth 10`, `d`, `h2e2` or `help`.
    { $boards ->
        [true] To play and analyse on a board, type `serve --open` (in the browser) or `play` (here); `quit` leaves.
       *[other] `quit` leaves.
    }
prompt-endless = Searching without a limit: type `stop` for the best move so far.
prompt-refused = '{ $word }': { $reason }
prompt-no-position = set up a position first, for example with `position startpos`
prompt-unknown = unknown command '{ $word }'; `help` lists the commands
desktop-enter = Press Enter to close this window.
