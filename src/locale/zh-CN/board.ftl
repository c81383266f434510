# 局面或着法为何不可用。

fen-empty = FEN 是空的：应先写十行棋盘，再写走棋方
fen-rank-count = 棋盘：{ $found ->
   *[other] 有 { $found } 行
}，应为 10 行，以 '/' 分隔
fen-rank-width = 棋盘第 { $rank } 行：{ $found ->
   *[other] 有 { $found } 列
}，应为 9 列
fen-letter = 棋盘第 { $rank } 行：{ $letter } 不是棋子（K A B N R C P，或 E、H，小写为黑方），也不是空格数 1-9
fen-king-count = 棋盘：{ $color }有 { $found } 个将（帅），应为 1 个
fen-too-many = 棋盘：{ $color }的{ $piece }超过 { $max } 个
fen-unreachable = 棋盘：{ $color }的{ $piece }不能在 { $square }
fen-side = 走棋方：{ $found } 不可用，应为 w（或 r）或 b
fen-counter = { $field }：{ $found } 不是 0 以上的整数
fen-field-move-number = 回合数
fen-field-plies = 未吃子步数
fen-facing-kings = 将帅在 { $file } 线上对面
fen-opponent-in-check = { $color }正被将军，却没有轮到{ $color }走
stray-pawn = 对局中不会出现这个局面：{ $color }的{ $piece }到不了 { $square }

illegal-no-piece = { $square } 没有棋子
illegal-wrong-side = 轮到{ $turn }走，而 { $square } 是{ $color }的{ $piece }
illegal-own-piece = { $square } 有{ $color }自己的{ $piece }
illegal-cannot-go = { $square } 的{ $color }{ $piece }走不到那里
illegal-king = 走后{ $color }的将（帅）会被吃，或将帅对面
