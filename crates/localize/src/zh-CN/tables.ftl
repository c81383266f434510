# 残局库。

tables-gen-found = 已有
tables-gen-made = 已生成
tables-gen-class = { $number }/{ $of } { $class }
tables-gen-line = { $class }{ $entries } 项{ $bytes } 字节{ $seconds } 秒
tables-gen-stopped = 已停止；再次运行同一命令即可继续
tables-phase-look = 初查所有局面
tables-phase-pass = 双方合计 { $plies } 步内的杀
tables-phase-ban = 长将
tables-phase-writing = 写入
tables-column-class = 类别
tables-column-mover = 走棋方
tables-column-wins = 胜
tables-column-draws = 和
tables-column-losses = 负
tables-column-ban = 因长将
tables-column-longest = 最长
tables-column-bytes = 字节
tables-mover = { $number ->
    [1] 第一方
   *[other] 第二方
}
tables-check-sound = 每一项都与其最佳着法相符
tables-check-sums = 文件头中的总数与各项不符
tables-check-wrong = 有 { $wrong } 项错误
tables-no-class = { $folder } 中没有类别 { $class } 的残局库
tables-line = 着法：
tables-records-longest = { $side ->
    [1] 第一方
   *[other] 第二方
}的最长杀法：{ $plies } 步（双方合计）
tables-records-zugzwangs = 谁先走谁吃亏的局面：{ $count } 个，其中 { $full } 个谁走谁负
judge-table = 残局库（从走棋方看）：{ $value }
