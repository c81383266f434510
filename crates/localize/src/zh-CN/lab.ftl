# 自对弈数据和调参。

datagen-soft-nodes = --soft-nodes { $soft } 必须小于 --nodes { $nodes }：搜索满 --nodes 个节点必定停止
datagen-all-alike = 既没有随机着法，又没有 --openings，所有对局都会相同
datagen-done = 共 { $all } 局，{ $folder } 中已有 { $games } 局；新下 { $new } 局共 { $plies } 步，用时 { $seconds } 秒
datagen-join-inside = { $path } 会与 { $folder } 一起读取，每局会算两次：请写到另一个文件夹
datagen-join-progress = {"{"}bar:40{"}"} {"{"}pos{"}"}/{"{"}len{"}"} 个文件，已用 {"{"}elapsed{"}"}，还需 {"{"}eta{"}"}
datagen-joined = { $path } 中有 { $games } 局共 { $plies } 步，{ $bytes } 字节
datagen-progress = {"{"}bar:40{"}"} {"{"}pos{"}"}/{"{"}len{"}"} 局，已用 {"{"}elapsed{"}"}，还需 {"{"}eta{"}"}，每秒 {"{"}per_second{"}"} 局

tune-too-few = { $games } 局中可用的平静局面太少
tune-positions = { $games } 局：{ $learnt } 个局面用于学习，{ $held } 个留出（{ $seconds } 秒）
tune-progress = {"{"}bar:40{"}"} {"{"}pos{"}"}/{"{"}len{"}"} 遍，还需 {"{"}eta{"}"}，{"{"}msg{"}"}
tune-error = 误差 { $error }，留出的 { $held }
tune-written = 已写入 { $path }（{ $seconds } 秒）
tune-whole = { $path }：这个网络取代人工评估；应为修正它的网络
tune-number = 应为数字
tune-positive = 应为不小于 0 的数

perft-progress = {"{"}bar:30{"}"} {"{"}pos{"}"}/{"{"}len{"}"} 着，还需 {"{"}eta{"}"}

train-replay = {"{"}bar:40{"}"} 已重放 {"{"}pos{"}"}/{"{"}len{"}"} 局，还需 {"{"}eta{"}"}
train-progress = {"{"}bar:40{"}"} {"{"}prefix{"}"}{"{"}pos{"}"}/{"{"}len{"}"} 个局面，还需 {"{"}eta{"}"}，每秒 {"{"}per_second{"}"} 个
train-epoch-of = 第 { $epoch } 遍，共 { $all } 遍，
train-positions = { $games } 局：{ $learnt } 个局面用于学习，{ $held } 个留出（{ $seconds } 秒）
train-hand-crafted = 手工评估在留出局面上的误差：{ $error }
train-resumed = 从第 { $epochs } 遍之后继续，进度存于 { $path }
train-epoch = 第 { $epoch } 遍：误差 { $error }，留出的 { $held }，每秒 { $speed } 个局面
train-epoch-earlier = 第 { $epoch } 遍：误差 { $error }，留出的 { $held }
train-best = 第 { $epoch } 遍的留出误差最小，为 { $error }；写入的是最后一遍。可尝试减少遍数、增加对局或降低学习率。
train-written = 已写入 { $path }（{ $seconds } 秒）
train-interrupted = 共 { $all } 遍，完成 { $epochs } 遍后中断；再次运行同一命令即可接着训练
train-no-data = 没有对局：请给出 `datagen` 的文件或文件夹
train-bad-settings = 训练设置无效
train-plot-svg = { $path }：图片是 SVG，文件名请以 .svg 结尾

# 网络的显示与比较。

net-none-embedded = 本程序没有内置网络；请给出文件
net-role = { $role ->
    [whole] 独立的评估
   *[correction] 对手工评估的修正
}
net-shape = 结构
net-shape-is = 每方 { $inputs } 个输入、{ $width } 个神经元，{ $outputs } 个输出
net-scale = 比例
net-scale-is = 输出 1 相当于 { $scale } 厘兵
net-file = 文件
net-file-is = { $bytes } 字节，校验和 { $checksum }
net-version = 版本
net-digest = 摘要
net-games = 对局
net-neurons = 神经元
net-neurons-are = { $positions } 个局面中有 { $dead } 个从不激活，{ $unheard } 个没有任何输出使用
net-inputs = 输入
net-inputs-are = { $all } 个中有 { $zero } 个权重全为零
net-settings = 设置：
net-weights = 权重
net-count = 个数
net-least = 最小
net-greatest = 最大
net-mean-size = 平均大小
net-part = { $part ->
    [inputs] 输入
    [input_bias] 神经元偏置
    [outputs] 输出
   *[output_bias] 输出偏置
}
net-written = 已写入 { $path }
net-made-alike = 两者的训练设置和数据相同
net-made-differently = 训练设置和数据的不同之处（A，B）：
net-values = 在 { $positions } 个局面上 B 的分值减去 A 的分值，单位厘兵：
net-mean-difference = 平均
net-rms-difference = 均方根
net-greatest-difference = 最大
net-correlation = 相关系数
net-outputs = 网络本身
net-totals = 整个评估
net-held-out = 这些局面是留出的，其均方误差：
net-hand-crafted = 手工评估
