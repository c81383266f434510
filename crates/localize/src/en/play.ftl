# A game between a person and the engine.

## Playing strength

play-engine = chuhe
play-level = level { $level }
play-rating = rating { $rating }
play-opponent-level = chuhe, { $strength } of { $max } (`level N` changes it)
play-opponent-rating = chuhe, { $strength } (`elo N` changes it)
play-strength-set = chuhe plays at { $strength }

## Starting and leaving a game

play-introduction = You play { $side } against { $opponent }.{ $coach ->
    [on] {" "}The coach is on.
   *[off] {""}
} `help` (帮助) lists the commands.
play-screen-introduction = You play { $side } against { $opponent }. Move with the cursor keys and Enter, or with the mouse, or type a move; ? lists the keys.
play-new-game = a new game; you play { $side }
play-new-game-kept = a new game; you play { $side }; the previous game is in { $path }, and this one is not saved yet
play-loaded = loaded { $plies } { PLURAL($plies, "ply", "plies") } from { $path }
play-loaded-first = loaded { $plies } { PLURAL($plies, "ply", "plies") } from { $path } (game 1 of { $count })
play-loaded-side = { $loaded }; you play { $side }
play-saved = saved in { $path }
play-notation = moves are now written in { $notation }
play-unsaved = the game is not saved: save it with `save FILE`, or { $what ->
    [new] ask for a new game again
    [load] load again
   *[quit] quit again
} to discard it
play-unfinished = the game is not over: { $what ->
    [new] ask for a new game again
    [load] load again
   *[quit] quit again
} to abandon it
play-left-unsaved = The game is not saved. Use `save FILE`, or --save FILE to save after every move.
play-farewell-unsaved = The game was not saved (use --save FILE); its moves:

## Moves

play-moved-by-engine = { $engine }: { $move }
play-moved-with-check = { $move }, check
play-taken-back = { $plies ->
    [one] { $plies } move taken back
   *[other] { $plies } moves taken back
}
play-goes-on = { $text }; the game continues
play-no-moves = no moves yet
play-engine-failed = { $reason }; the next command asks again, and `undo` takes your move back
play-draw-declined = chuhe declines the draw

## Questions

play-ask-draw = offer a draw? y/n
play-ask-resign = resign? y/n
play-ask-other = are you sure? y/n
play-no-question = there is no question to answer
play-dropped = cancelled
play-prompt-question = y/n
play-prompt-over = over
play-prompt-clocks = { $side } { $own }, { $engine } { $other }

## Hints, scores and the coach

play-hint-piece = hint: move the { $piece } on { $from }
play-hint-file = hint: move the { $piece } on file { $file }
play-hint-point = hint: move the { $piece } on { $from } to { $to }
play-hint-move = hint: { $move }
play-hint-line = hint: { $move }, then { $line }
play-hint-worth = { $hint }; { $worth }
play-worth = score { $score }
play-evaluation = red [{ $bar }] black, { $score }
play-evaluation-best = { $evaluation }; best { $line }
play-evaluation-none = no evaluation
play-coach-on = coach on: the coach shows what `best` shows, and warns before a blunder
play-coach-off = coach off
play-warning = { $move } { $cost }. Play it anyway? y/n
play-warning-refuted = { $move } { $cost }: { $line }. Play it anyway? y/n
play-cost-allows-mate = allows mate in { $moves }
play-cost-misses-mate = gives up a mate in { $moves }
play-cost-rule = loses by rule
play-cost-material = loses { $lost }
play-cost-exchange = loses { $lost } for { $won }
play-cost-position = worsens the position from { $before } to { $after }

## The annotated page

play-review-running = writing the page…
play-review-other = another page is being written
play-review-empty = nothing to review: no moves yet
play-review-unfinished = the annotated page is not finished; quit again to discard it
play-review-done = the annotated game is in { $path }
play-review-offer = `review game.html` writes the annotated game
play-review-name = { $path }: the file name must end in .html
play-review-failed = cannot write the page { $path }: { $reason }

## Puzzles

play-puzzle =
    Puzzle { $number } of { $count }: { $side } to move, { $task }, level { $level } of { $max }
      from { $source }
play-puzzle-none = no puzzles are loaded; use `chuhe play --puzzles FILE`
play-puzzle-right = correct; continue
play-puzzle-solved = solved! Type `next` for the next puzzle
play-puzzle-solved-last = solved! That was the last one
play-puzzle-solution = solution: { $line }
play-puzzle-solution-none = no moves are left to find
play-puzzle-sum = { $solved } of { $count } { PLURAL($count, "puzzle", "puzzles") } solved, { $alone } of them without help

## What cannot be done

play-over-now-what = the game is over; use `new`, `undo`, `save FILE` or `quit`
play-over-because = the game is over: { $finish }
play-not-your-turn = it is the engine's turn
play-exists-choose = { $path } already exists; choose another name
play-exists-option = --save: { $path } already exists; choose another name, or, if it is a PGN file with one game, continue it with --load { $path }
play-save-failed = cannot save the game: { $reason }
play-load-stdin = standard input supplies the moves; load the game from a file
play-illegal = illegal move { $move }: { $why }
play-illegal-name = no legal move is written this way
play-not-understood = { $text } is neither a move such as h2e2, C2.5 or 炮二平五 nor a command; `help` lists the commands
play-stands-alone = `{ $word }` takes no argument; unexpected { $rest }
play-expected-level = expected a level from 0 to 20, as in `{ $word } 8`
play-expected-rating = expected a rating from 500 to 2400, as in `{ $word } 1200`
play-expected-coach = expected `coach`, `coach on` or `coach off`
play-expected-page = expected a file name for the page, as in `{ $word } game.html`
play-expected-file = expected a file name, as in `{ $word } game.pgn`
play-expected-notation = expected coordinates, iccs, wxf, chinese or traditional
play-expected-side = expected `new`, `new red` or `new black`

## The screen

play-screen-small = The board needs { $width }×{ $height } characters; this window has only { $columns }×{ $rows }. Enlarge the window, or quit with q and Enter and use --line.
play-screen-unusable = cannot use the terminal; try --line
play-screen-choose = choose one of your pieces first
play-screen-keys = ? keys  with Enter: h hint  u undo  f flip  n new  s save  q quit
play-screen-back = press any key to go back
play-screen-thinks = { $engine } is thinking…
play-screen-hint = looking for a hint…
play-screen-draw = chuhe is considering the draw…
play-screen-check = the coach is checking the move…
play-screen-solved = solved
play-screen-find = find the move
play-screen-your-move = your move
play-screen-you = you ({ $side })
play-screen-puzzle = the puzzle ({ $side })
play-screen-level = chuhe, { $strength }
play-screen-opponent = chuhe, { $strength } (l and Enter change the level)
play-screen-engine = { $engine } ({ $side })
play-enter-hint = Enter: a hint 提示
play-enter-best = Enter: the best move 评估
play-enter-coach = Enter: coach on or off 教练
play-enter-flip = Enter: flip the board 翻转
play-enter-new = Enter: a new game 新局
play-enter-draw = Enter: offer a draw 求和
play-enter-resign = Enter: resign 认输
play-enter-undo = Enter: take back a move 悔棋
play-enter-save = Enter: save the game 保存
play-enter-level = Enter: choose a level 级别
play-enter-quit = Enter: quit 退出
play-input-broken = cannot read from standard input
play-input-none = cannot read input lines

## Lists of commands and keys

play-help =
    Type a move (着法) in any notation, such as h2e2, C2.5 or 炮二平五, or a command:
      hint     提示       show the piece to move, its destination, then the move
      best     评估       the evaluation and the best line
      coach [on|off]  教练  always show what `best` shows; warn before a blunder
      undo     悔棋       take back your last move
      moves    着法       list the moves so far
      board    棋盘       draw the board; `flip 翻转` flips it
      fen      局面       show the position as FEN
      draw     求和       offer a draw
      resign   认输       resign the game
      save FILE  保存     write the game as PGN
      load FILE  载入     continue a game from a file
      review FILE  复盘   write the annotated game as a page, FILE.html
      level N  级别       set the engine's level, 0 to 20; `elo N` sets a rating, 500 to 2400
      notation NAME  记谱 write moves as coordinates, iccs, wxf, chinese or traditional
      new [red|black]  新局  start a new game from the same position
      next     下一题     go to the next puzzle; `solution 答案` shows the moves
      quit     退出       end the program
play-screen-help =
    Cursor keys, Enter   choose a piece, then its destination
    Mouse                click a piece, then its destination
    h2e2 C2.5 炮二平五   type a move, then Enter
    : or /               type a command, then Enter
    A letter, then Enter:  h hint 提示   b best 评估
      u undo 悔棋    c coach 教练   f flip 翻转
      n new 新局     s save 保存    l level 级别
      d draw 求和    r resign 认输  q quit 退出
    Esc                  cancel
    Commands: hint best coach undo moves flip resign draw next
    solution  save FILE  load FILE  review FILE  level N
    elo N  notation NAME  new [red|black]  quit

    {"["} ] cursor  {"{"} {"}"} chosen  * destination
    ( ) last move  ! ! hint
