# 复盘：着法表，以及对棋谱的说明。

# 中文只用中文名称。
annotate-opening = { $english ->
   *[other] { $chinese }
}

annotate-column-ply = 序
annotate-column-move = 着法
annotate-column-score = 分值
annotate-column-points = 胜率损失
annotate-column-cp = 丢分
annotate-column-class = 评定
annotate-column-better = 应走
annotate-forced = 唯一着法
annotate-turning = { $class } *

annotate-accuracy = 准确率（%）
annotate-mean-loss = 平均丢分（厘兵）
annotate-turning-points = 转折点（*）：第 { $plies } 着
annotate-compare = 比较多个引擎的结果只能写成一个文字或 JSON 文件，请用 --to text 或 --to json
annotate-compare-accuracy = 准确率 { $accuracy }，错着 { $mistakes }
annotate-compare-agree = 各引擎对错着的看法一致。
annotate-compare-disputes = 引擎看法不一的着法，及深入搜索前后的评级：
annotate-compare-said = { $engine }：{ $before }，后来{ $after }
annotate-compare-mistake = 确是错着；一开始就说对的：{ $engines }
annotate-compare-good = 不是错着；一开始就说对的：{ $engines }
annotate-compare-open = 看法仍不一致
annotate-own-chances = 胜率由 { $engine } 给出
annotate-moments = 关键着法

annotate-of = { $place }：{ $text }
annotate-first-of = { $path }：共 { $games } 局，这是第 1 局；--all 复盘全部，--game N 选另一局
annotate-done = { $games ->
   *[other] 已复盘 { $games } 局
}
annotate-except = { $done }（{ $exceptions }）
annotate-broken = { $games } 局不完整
annotate-refused = { $games } 局无法复盘
annotate-exceptions = { $one }，{ $other }
annotate-kept = { $done }，沿用以前的 { $games } 局
annotate-interrupted = 已中断；{ $done }
annotate-goes-on = 已中断；{ $done }；再次运行同一命令即可继续
annotate-see = { $done }；目录见 { $path }
annotate-progress = { $bar } { $pos }/{ $len } 个局面，已用 { $elapsed }，还需 { $eta }

annotate-none = 没有一局可以复盘
annotate-one-page = 一个网页只放一局：请指定存放网页的文件夹，如 --out pages/
annotate-is-read = { $path }：这是输入文件，不能覆盖
annotate-no-game = 没有棋谱：请给出文件或着法
annotate-one-game = 命令行上的着法只能是一局，不能与文件或另一局同用
