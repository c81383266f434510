# 残局库。

tables-class-letter = { $name }：{ $letter } 不是棋子；子力类别应写作 KRKAABB 之类
tables-class-kings = { $name }：子力类别须有两个将帅，各在本方之首，如 KRKAABB
tables-class-too-many = { $name }：一方最多有 { $max } 个 { $letter }
tables-class-pieces = { $name }：残局库最多 { $max } 个棋子
tables-class-dead = { $name }：双方都无法取胜，没有这样的残局库
tables-value-draw = 和棋
tables-value-win = { $plies } 步（单方）内将死对方
tables-value-loss = { $plies } 步（单方）内被将死
tables-value-win-by-ban = 因禁止长将而胜
tables-value-loss-by-ban = 因禁止长将而负
tables-file-foreign = 不是残局库
tables-file-length = 长度不对：文件被截断，或多了内容
tables-file-damaged = 已损坏：{ $part }的校验和不符
tables-part-header = 文件头
tables-part-list = 块列表
tables-part-block = 第 { $block } 块
tables-file-header = 文件头不是本程序所知的：{ $reason }
tables-file-class = 这是 { $class } 的残局库，与文件名不符
tables-folder = { $folder }：{ $reason }
tables-folder-empty = { $folder }：没有残局库；可用 `chuhe tables gen` 生成
tables-file = { $file }：{ $reason }
tables-no-table = 没有这一局面（类别 { $class }）的残局库
tables-no-room = { $class }：没有工作空间：{ $reason }
tables-too-large = { $class }：太大，无法生成残局库
tables-gen-found = 已有
tables-gen-made = 已生成
tables-gen-class = { $number }/{ $of } { $class }
tables-gen-line = { $class }{ $entries } 项{ $bytes } 字节{ $seconds } 秒
tables-gen-stopped = 已停止；用同样的命令可继续
tables-phase-look = 初查所有局面
tables-phase-pass = { $plies } 步杀
tables-phase-ban = 长将
tables-phase-writing = 写入
tables-column-class = 类别
tables-column-mover = 走子方
tables-column-wins = 胜
tables-column-draws = 和
tables-column-losses = 负
tables-column-ban = 因长将
tables-column-longest = 最长
tables-column-bytes = 字节
tables-mover = { $number ->
    [1] 先列
   *[other] 后列
}
tables-check-sound = 每一项都与其最佳着法相符
tables-check-sums = 文件头中的总数与各项不符
tables-check-wrong = 有 { $wrong } 项错误
tables-line = 着法：
tables-records-longest = { $side ->
    [1] 先列
   *[other] 后列
}一方的最长杀法：{ $plies } 步（单方）
tables-records-zugzwangs = 双方都不愿走子的局面：{ $count } 个，其中 { $full } 个谁走谁负
judge-table = 残局库（走子方看）：{ $value }
