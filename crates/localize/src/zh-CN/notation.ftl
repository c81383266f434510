# 棋谱和着法为何不能读写，以及丢失了什么。

word-refused = 第 { $number } 着：{ $reason }
