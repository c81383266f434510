# Why games and moves cannot be read or written, and what is lost.

at-line = line { $line }: { $problem }
at-byte = byte { $offset }: { $problem }
problem-in-fen = FEN: { $error }
problem-start = start position: { $error }
problem-move = move { $ply }, both sides counted: { $error }
problem-too-deep = variations are nested deeper than { $max }
problem-too-long = the game is longer than { $max } plies
problem-points = { $from } to { $to } is no move: expected points 0 to 89
two-pieces = two pieces stand on { $square }

move-of-game-illegal = move { $mv } at ply { $ply } is not legal: { $reason }
move-unwritable = move { $number }: { $mv } is not legal
word-refused = move { $number }: { $reason }

pgn-tag = { $found } is no tag: expected [Name "value"]
pgn-fen = tag FEN: { $error }
pgn-glyph = { $found } is no annotation glyph: expected $0 to $255
pgn-open-comment = a comment is not closed: expected {"}"} or )
pgn-open-variation = a variation is not closed: expected )
pgn-stray-close = a variation that was never opened is closed: unexpected )
pgn-early-variation = a variation without a move before it, which it could replace
pgn-no-game = no game: expected tags like [Event "value"] or moves

xqf-header = no XQF file: expected a header of { $length } bytes that begins with XQ, found { $found } bytes
xqf-short = the file ends within a move: expected { $expected } more bytes

ccbridge-magic = no CCBridge file: expected CCBridge Record or CCBridgeLibrary
ccbridge-header = a game ends within its header: expected { $expected } more bytes
ccbridge-empty = the library has no games
ccbridge-piece = start position: { $found } is no piece
ccbridge-short = the game ends within a move: expected { $expected } more bytes
ccbridge-xml = no XML: { $error }
ccbridge-element = expected the element { $name }
ccbridge-value = { $found } is no move: expected two points of file 0-8 and row 0-9, like 77-47
ccbridge-loose = a move behind the end of the game, and none before it has an alternative

dhtmlxq-no-game = no game: expected [DhtmlXQ_movelist] or [DhtmlXQ_binit]
dhtmlxq-placement = field binit has { $found } digits: expected 64, two for each piece
dhtmlxq-point = field binit: { $found } is no point: expected a file 0-8 and a row 0-9, or 99
dhtmlxq-start = field binit: { $error }
dhtmlxq-digits = field { $field } has { $found } digits: expected four for each move
dhtmlxq-move = field { $field }, move { $ply }, both sides counted: { $error }
dhtmlxq-branch = field { $field }: expected move_P_N_B, for branch B from move N of branch P
dhtmlxq-twice = field { $field }: branch { $branch } is there already
dhtmlxq-loose = branch { $branch } replaces move { $ply } of branch { $parent }, which there is not

line-nothing = { $found }: expected a FEN, or moves like h2e2, C2.5 or 炮二平五

salvaged-rest = { $error }; the rest was read
salvaged-start = { $error }; the start position was read
salvaged-moves = { $error }; read up to move { $moves }

lost-tags = { $count } { $count ->
    [one] tag
   *[other] tags
}
lost-moves = { $count } { $count ->
    [one] move
   *[other] moves
}
lost-variations = { $count } { $count ->
    [one] variation
   *[other] variations
}
lost-comments = { $count } { $count ->
    [one] comment
   *[other] comments
}
lost-comment-places = { $count } { $count ->
    [one] comment in its place
   *[other] comments in their places
}
lost-glyphs = { $count } { $count ->
    [one] glyph
   *[other] glyphs
}
lost-results = { $count } { $count ->
    [one] result
   *[other] results
}
lost-counters = { $count } { $count ->
    [one] start position's side or counters
   *[other] start positions' side or counters
}
