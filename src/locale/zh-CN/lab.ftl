# 自对弈数据和调参。

data-none = 它不是对局文件，或是另一版本的
data-checksum = 它已损坏：校验和不对
data-senseless = 内容不对：{ $why }
data-start = 有一局的开始局面不对：{ $error }
data-illegal = 有一局的第 { $ply } 步不合法：{ $mv }
data-start-no-text = 开始局面不是文本
data-no-result = 有一局没有结果
data-move-missing = 缺少一着
data-move-off-board = 有一着走出棋盘
data-cut = 在一局中间结束
data-header-no-end = 文件头没有结尾
data-header-none = 没有文件头
data-surplus = 最后一局之后还有内容

datagen-other-run = { $path } 由以下命令生成：
datagen-not-by = 而不是：
datagen-unbalanced = 第 { $game } 局：没有找到均势的开局
datagen-soft-nodes = --soft-nodes { $soft } 必须小于 --nodes { $nodes }：到后者搜索一定结束
datagen-all-alike = 没有随机着法，也没有 --openings，所有对局都会一样
datagen-done = { $folder } 中有 { $all } 局中的 { $games } 局；新下 { $new } 局共 { $plies } 步，用时 { $seconds } 秒
datagen-progress = {"{"}bar:40{"}"} {"{"}pos{"}"}/{"{"}len{"}"} 局，已用 {"{"}elapsed{"}"}，还需 {"{"}eta{"}"}，每秒 {"{"}per_second{"}"} 局

tune-too-few = { $games } 局中可用的平静局面太少
tune-positions = { $games } 局：{ $learnt } 个局面用于学习，{ $held } 个留出（{ $seconds } 秒）
tune-progress = {"{"}bar:40{"}"} {"{"}pos{"}"}/{"{"}len{"}"} 遍，还需 {"{"}eta{"}"}，{"{"}msg{"}"}
tune-error = 误差 { $error }，留出的 { $held }
tune-written = 已写入 { $path }（{ $seconds } 秒）
tune-share = 应为 0 到 1 的数
tune-number = 应为数
tune-positive = 应为不小于 0 的数

perft-progress = {"{"}bar:30{"}"} {"{"}pos{"}"}/{"{"}len{"}"} 着，还需 {"{"}eta{"}"}

train-checkpoint-none = 这不是可以继续的训练，或文件已损坏
train-checkpoint-settings = 其中的训练使用其他设置
train-checkpoint-data = 其中的训练使用其他对局
