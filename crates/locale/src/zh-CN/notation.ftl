# 棋谱和着法为何不能读写，以及丢失了什么。

move-form = { $found } 不是着法：应为{ $expected }
move-form-any = h2e2、C2.5 或 炮二平五 这样的写法
move-form-wxf = 棋子、纵线、方向和数字，如 C2.5
move-form-chinese = 棋子、纵线、方向和数字，如 炮二平五
move-form-san = 棋子和到达点，如 Che3
move-form-digits = 四个数字，列 0-8 和行 0-9 各两次
move-form-coordinates = 着法应为棋盘上的两个点，如 h2e2
move-illegal = { $found } 在这里不合规则
move-ambiguous = { $found } 有歧义：可以是 { $first } 或 { $second }
word-refused = 第 { $number } 着：{ $reason }
position-bad = 局面有误：{ $error }
position-no-move = 局面有误：第 { $number } 着 { $text } 不是着法
position-illegal-move = 局面有误：第 { $number } 着 { $text } 不合规则
