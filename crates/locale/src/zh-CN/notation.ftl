# 棋谱和着法为何不能读写，以及丢失了什么。

at-line = 第 { $line } 行：{ $problem }
at-byte = 字节 { $offset }：{ $problem }
problem-in-fen = FEN：{ $error }
problem-start = 开始局面：{ $error }
problem-move = 第 { $ply } 步（双方合计）：{ $error }
problem-too-deep = 变着嵌套超过 { $max } 层
problem-too-long = 对局超过 { $max } 步
problem-points = { $from } 到 { $to } 不是着法：点应为 0 到 89
two-pieces = { $square } 上有两个棋子

move-of-game-illegal = 第 { $ply } 步 { $mv } 不合规则：{ $reason }
move-unwritable = 第 { $number } 回合：{ $mv } 不合规则
word-refused = 第 { $number } 着：{ $reason }

pgn-tag = { $found } 不是标签：应为 [名称 "值"]
pgn-fen = FEN 标签：{ $error }
pgn-glyph = { $found } 不是评注符号：应为 $0 到 $255
pgn-open-comment = 注释没有结束：缺少 {"}"} 或 )
pgn-open-variation = 变着没有结束：缺少 )
pgn-stray-close = 变着没有开始就结束了：多了 )
pgn-early-variation = 变着之前没有它可以替换的着法
pgn-no-game = 没有棋谱：应为 [Event "值"] 这样的标签，或着法

xqf-header = 不是 XQF 文件：文件头应有 { $length } 字节并以 XQ 开头，实有 { $found } 字节
xqf-short = 文件在一步着法中间结束：还缺 { $expected } 字节

ccbridge-magic = 不是象棋桥文件：应为 CCBridge Record 或 CCBridgeLibrary
ccbridge-header = 棋谱在文件头中间结束：还缺 { $expected } 字节
ccbridge-empty = 棋谱库里没有棋谱
ccbridge-piece = 开始局面：{ $found } 不是棋子
ccbridge-short = 棋谱在一步着法中间结束：还缺 { $expected } 字节
ccbridge-xml = 不是 XML：{ $error }
ccbridge-element = 缺少元素 { $name }
ccbridge-value = { $found } 不是着法：应为两个点，列 0-8、行 0-9，如 77-47
ccbridge-loose = 对局结束后还有着法，而之前没有一着有变着

dhtmlxq-no-game = 没有棋谱：应有 [DhtmlXQ_movelist] 或 [DhtmlXQ_binit]
dhtmlxq-placement = 字段 binit 有 { $found } 个数字：应为 64 个，每个棋子两个
dhtmlxq-point = 字段 binit：{ $found } 不是棋盘上的点：应为列 0-8 加行 0-9，或 99
dhtmlxq-start = 字段 binit：{ $error }
dhtmlxq-digits = 字段 { $field } 有 { $found } 个数字：每着应为四个
dhtmlxq-move = 字段 { $field } 第 { $ply } 步（双方合计）：{ $error }
dhtmlxq-branch = 字段 { $field }：应为 move_P_N_B，即从分支 P 第 N 着起的分支 B
dhtmlxq-twice = 字段 { $field }：分支 { $branch } 已经有了
dhtmlxq-loose = 分支 { $branch } 要替换分支 { $parent } 的第 { $ply } 着，而没有这一着

line-nothing = { $found }：应为 FEN，或 h2e2、C2.5、炮二平五 这样的着法

salvaged-rest = { $error }；其余已读取
salvaged-start = { $error }；开始局面已读取
salvaged-moves = { $error }；读到第 { $moves } 步为止

lost-tags = { $count ->
   *[other] { $count } 个标签
}
lost-moves = { $count ->
   *[other] { $count } 着
}
lost-variations = { $count ->
   *[other] { $count } 个变着
}
lost-comments = { $count ->
   *[other] { $count } 条注释
}
lost-comment-places = { $count ->
   *[other] { $count } 条注释的位置
}
lost-glyphs = { $count ->
   *[other] { $count } 个评注符号
}
lost-results = { $count ->
   *[other] { $count } 个结果
}
lost-counters = { $count ->
   *[other] { $count } 个开始局面的走棋方或步数
}
