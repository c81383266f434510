# 棋谱文件各命令的消息，以及命令行的错误。

warning-line = 警告：{ $text }
note-line = 说明：{ $text }
expected-from-to = 应为 { $least } 到 { $most } 的整数
expected-from = 应为不小于 { $least } 的整数
expected-half-open = 应为 A..B，两个整数，A 小于 B，B 不大于 { $most }
expected-from-to-text = 应为 A-B，两个整数，A 不大于 B，B 不大于 { $most }，或一个整数
expected-range = 应为 { $least } 到 { $most } 的数
expected-time = 应为毫秒数，或 500ms、5s、2m 这样的时间
expected-server = 应为形如 https://www.example.org 的地址
expected-megabytes = 应为兆字节数
expected-setting = 应为 名称=值
expected-one-of = { $name }={ $value }：应为 { $valid } 之一
option-not-listed = 没有叫 { $name } 的选项；`chuhe options` 列出全部选项
option-for-hosts = 这个选项只能由象棋软件在通信中设置
engine-table-refused = { $error }；`chuhe doctor` 会列出可用的最大值
stray-pawn-taken = { $stray }；仍予接受
in-position = 局面 { $fen }
expected-position = 应为 startpos、FEN，或 h2e2、C2.5、炮二平五 这样的着法
position-refused = '{ $text }' 不是局面：{ $reason }
neither-file-nor-position = 没有 '{ $word }' 这个文件，它也不是局面：{ $reason }
position-not-one = 只能给出一个局面，却有 { $found }
position-one-for-moves = --moves 只能接在一个局面之后，不能与文件或多个局面同用
position-ranks-of-moves = --ranks 只用于命令行上的着法；文件中的编号自动判断
position-ranks-detected = 着法中的横线按 1 到 10 编号读入，因为按 0 到 9 合法的着法更少；可用 --ranks 指定
position-not-a-file = '{ $word }' 按局面读入；要读同名文件，请写 './{ $word }'
position-too-few-plies = --ply { $ply }：{ $plies ->
   *[other] 这局只有 { $plies } 步
}
position-too-few-games = --game { $game }：{ $games ->
   *[other] { $path } 只有 { $games } 局
}
position-game-of-file = --game 只用于棋谱文件
position-nothing = 读不出任何局面
stdin = 标准输入
stderr = 标准错误输出

files-skipped = 已跳过，没有棋谱
game-number = 第 { $game } 局
game-refused = 第 { $game } 局：{ $error }
game-left-out = 第 { $game } 局：略去 { $losses }
at-place = { $place }：{ $text }
sum-files = { $count ->
   *[other] { $count } 个文件
}
sum-games = { $count ->
   *[other] { $count } 局
}
sum-broken = { $count } 局不完整
sum-refused = { $count } 个不可用
sum-except = { $all }（{ $parts }）
sum-converted = { $files }：已转换 { $games }
sum-converted-except = { $files }：已转换 { $games }（{ $parts }）
sum-judged = { $files }：已裁决 { $games }
sum-judged-except = { $files }：已裁决 { $games }（{ $parts }）
sum-written = { $sum }；写入 { $files }
sum-left-out = { $sum }；{ $games } 局有内容略去：{ $losses }
sum-interrupted = { $sum }；已中断

convert-no-format = 未指定输出格式：请加 --to，或用 -o 给出文件名，如 -o games.pgn
convert-terminal = 不把二进制的 XQF 写到终端；请用 -o 或管道
convert-no-games = 没有可转换的棋谱

judge-game = { $place }：{ $red } - { $black }，{ $moves } 步，记录的结果为 { $recorded }
judge-broken-game = { $place }：{ $red } - { $black }，出错前 { $moves } 步，记录的结果为 { $recorded }
judge-game-of-file = { $file }，{ $game }
judge-point = 第 { $move } 着后：{ $judgement }
judge-more = ……还有 { $count } 项，--json 全部列出

board-for-pictures = --arrow、--mark、--theme 和 --no-coordinates 只用于图片：请用 -o、--svg 或 --png 说明写到哪里
board-terminal = 不把 PNG 写到终端；请用 -o 或管道
