# 引擎检测：期望什么，得到什么，测得什么。

check-about = { $check ->
    [quiet-start] 收到问候之前不输出任何内容，标准错误也不输出
    [greeting] 对问候回答名称、选项以及 ucciok 或 uciok
    [option-lines] 按协议的格式声明选项，每个一次，默认值合乎取值范围
    [coordinates] UCCI 中横线从 0 数到 9；UCI 中按用户所说
    [options-at-default] 接受它声明的每个选项被设为默认值
    [unknown-option] 忽略不认识的选项
    [unknown-command] 忽略不认识的命令和空行
    [new-game] 得知新对局开始后照常走棋
    [positions] 走出合法着法：初始局面、FEN 局面、带着法的局面，红黑双方
    [moves-are-played] 走完局面命令中的着法，再为轮到的一方走棋
    [long-game] 读入一行 300 步的对局
    [line-ends] 读入以 CRLF 或空格结尾的行，许多界面这样发送
    [extra-blanks] 读入行首有空格、有连续空格和制表符的行
    [short-fen] 读入只有棋盘和走棋方的 FEN，脚本常这样发送
    [bad-fen] 收到错误的 FEN 后不退出，收到正确的之后照常走棋
    [illegal-move] 局面命令中有不合法的着法时不退出
    [mate-score] 一步杀时用分值说明是杀棋
    [no-moves] 被将死或困毙时回答 nobestmove 或“bestmove (none)”
    [drawn-by-rule] 局面重复或长久未吃子时仍给出着法：是否和棋由裁判决定
    [banmoves] 不走被禁止的着法，直到下一个局面
    [searchmoves] 只走要它搜索的着法
    [draws-and-resignation] 对方提和时照常应着，自己不无故提和或认输
    [depth] 到达给定的深度即停止
    [nodes] 在给定的节点数附近停止
    [fixed-time] 在限定的每着时间内走棋
    [movetime-word] 认识 movetime，标准中没有而许多界面使用
    [clock] 从不超时，所剩时间很少或没有时也是，红黑双方都是
    [usemillisec] 提供毫秒选项，设定后按毫秒计时，否则按秒
    [isready] 对 isready 回答 readyok
    [isready-while-thinking] 思考时立即回答 isready，并继续思考
    [infinite] 思考到 stop 为止，然后很快回答
    [infinite-with-mate] 已找到杀棋也思考到 stop 为止
    [one-answer] 每个 go 回答一次
    [stop-at-once] 能收到紧跟 go 之后的 stop
    [back-to-back] 能收到连续发来的 stop、position 和 go，两次搜索都回答
    [stop-when-idle] 空闲时收到 stop，UCCI 回答 nobestmove，UCI 不回答
    [info-lines] 用格式正确的行说明搜索情况，其中的数字只增不减
    [pv-legal] 给出的变化可以走通，最后一条以所走的着法开头
    [ponder-move] 预期的应着（如果有）是合法的
    [repeatable] 新对局中，同样深度、单线程得到同样的结果
    [ponderhit] 后台思考，ponderhit 之前不回答，之后在时限内走棋
    [ponder-stop] 后台思考，stop 之前不回答，之后回答一次
    [idle-is-idle] 等待命令时不占用处理器（Linux）
    [quit] 收到 quit 后 500 毫秒内退出，UCCI 中先回答 bye
    [quit-while-thinking] 思考时收到 quit 也在 500 毫秒内退出，UCCI 中先回答 bye
    [end-of-input] 输入结束后 500 毫秒内退出，空闲或思考时都是
   *[other] { $about }
}
check-finding = { $check }：应为：{ $expected }；实为：{ $came }
check-both-protocols = 两者
check-summary = { $protocol }：通过 { $passed }，有警告 { $warned }，未通过 { $failed }，跳过 { $skipped }
check-busy = 机器正忙：回答来得晚未必是引擎的错。
check-unknown = 没有这项检查，用 --list 查看有哪些
check-match-key = { $key } 用于对抗赛；检查自有限制
check-no-greeting = 引擎不回答问候
check-left-out = { $count ->
   *[other] （省略 { $count } 行）
}
check-end-of-input = （输入结束）

## 多项检查共用

check-none = 没有
check-nothing = 没有回答
check-nothing-within = { $time } 内没有
check-answer-to = 对 { $line } 的回答
check-reads = 引擎读入 { $line }
check-legal-in = { $fen } 中的合法着法
check-engine-ended = 引擎已退出：{ $how }
check-after = { $time } 后
check-of = { $part }，限 { $all }
check-one-answer = 一个 go 只回答一次
check-a-search = 搜索
check-no-move = 没有着法
check-ranks-from-zero = 横线 0 到 9
check-ranks-from-one = 横线 1 到 10

## 问候

check-silence = 问候之前没有输出
check-banner = 有一段开场白，严格的界面会出错
check-quiet-stderr = 标准错误没有输出（界面或把它并入对话，或从不读取）
check-greeting-soon = 1 秒内答完问候
check-id-line = 有“id name ..”一行
check-greeting-lines = 回答问候时只有 id 和 option 行
check-option-type = 选项有名称和已知的类型
check-option-twice = 选项不重复
check-option-form-uci = UCI 的格式“option name NAME type ..”
check-option-form-ucci = UCCI 的格式“option NAME type ..”，没有“name”
check-option-one-word = UCCI 中名称为一个词
check-default-truth = 默认值为 true 或 false
check-default-range = 默认值在 min 与 max 之间
check-default-numbers = default、min 和 max 为数字
check-default = 有默认值
check-default-var = 默认值是 var 之一
check-default-empty = 默认值为空时写“default <empty>”，否则解析会出错
check-options = { $count } 个选项
check-back-rank = 从底线走出的合法着法，横线从 0 或从 1 数起均可
check-ranks-and-variant = { $ranks }，UCI_Variant 设为 xiangqi
check-ranks-ucci = UCCI 中横线为 0 到 9
check-say-coord = 对抗赛中请写 coord=1
check-ranks-said = 如 coord=1 所说，横线为 1 到 10

## 选项和局面

check-option-taken = 默默接受 { $line }
check-set = 设置了 { $count } 个
check-pass-over = 对不认识的内容不作声
check-new-game = 知道新对局开始
check-mating-move = 杀着 { $mv }

## 终局

check-ucci-mate-score = 评估达不到的分值，如 30000 或 10000 减去杀棋步数
check-no-score = 没有分值
check-not-banned = 被禁着法以外的着法
check-ban-lifted = 杀着：新局面解除禁令
check-all-banned = 所有着法被禁时回答 nobestmove
check-only-searched = 要它搜索的唯一着法
check-no-resignation = 均势时不认输
check-no-draw-offer = 不无故提和

## 限制

check-depth = 迭代不超过 { $depth } 层
check-depth-reached = 深度 { $depth }
check-nodes = 约 { $nodes } 个节点
check-nodes-counted = { $nodes } 个节点
check-nodes-told = 报告了 { $nodes } 个节点，限 { $all } 个
check-move-within = { $time } 内走棋
check-move-within-all = { $time } 内走棋，它只有这么多时间
check-after-tries = { $time } 后，{ $tries } 次中最快的一次
check-of-second = { $time }，限一秒
check-at-once = 不论时间多少都立即走棋
check-counts-seconds = “usemillisec false”之后思考约一秒
check-no-usemillisec = 提供 usemillisec 选项，否则按秒理解时间，界面那时按秒发送
check-move-after = { $time } 后走棋
check-within-second = 在它有的一秒内走棋
check-counts-millis = “usemillisec true”之后 200 毫秒内走棋

## 停止和应答

check-ready-soon = 1 秒内回答 readyok
check-stop-time = stop：{ $time }
check-stop-soon = stop 之后 200 毫秒内回答
check-thinks-on = stop 之前不回答
check-ready-thinking = 思考时回答 readyok
check-ready-thinking-soon = 思考时 200 毫秒内回答 readyok
check-first-answer = 对被停止的搜索的回答
check-second-answer = 对第二次搜索的回答
check-two-answers = 两次搜索只回答两次
check-unasked = 没有提问时不回答
check-idle-nobestmove = 回答 nobestmove，有的界面在等

## 各行的内容

check-depths-grow = 深度不减
check-nodes-grow = 节点数不减
check-times-grow = 时间不减
check-some-scores = 有带深度和分值的行
check-some-nodes = 有的行带节点数
check-info-only = 搜索时只有 info 行
check-short-lines = 每行最多 1000 字节，有的界面缓冲区大小固定
check-no-draw-word = 除 bestmove 外不出现“draw”和“resign”，有的界面会找这些词
check-bare-info = 没有空的 info
check-key-twice = 一行中没有重复的项
check-score-uci = UCI 中写“score cp N”或“score mate N”
check-score-ucci = UCCI 中分值只写数字
check-legal-for = { $word } 应为 { $fen } 中的合法着法
check-first-of-line = 最后一条变化的第一着
check-some-line = 有变化
check-legal-reply = { $fen } 中合法的应着
check-told = 给出了 { $count } 个
check-once-more = 再次得到 { $outcome }

## 后台思考和退出

check-no-ponder = 它不提供后台思考
check-ponders-on = ponderhit 或 stop 之前不回答
check-move-after-hit = ponderhit 之后走棋
check-move-within-hit = ponderhit 之后在它有的 { $time } 内走棋
check-untold = 系统不提供此信息
check-of-used = { $all } 中占用了 { $part }
check-idle = 空闲时不占用处理器
check-end-after-quit = quit 之后退出
check-still-runs = 仍在运行
check-end-soon = quit 之后 500 毫秒内退出
check-bye = 最后一行是 bye
check-closed-but-runs = 关闭了输出，但仍在运行
check-exit-status = 退出码为 0
check-end-of-input-thinking = 思考时输入结束，500 毫秒内退出
check-end-of-input-idle = 空闲时输入结束，500 毫秒内退出
check-outlives-host = 仍在运行，界面崩溃后也会如此
