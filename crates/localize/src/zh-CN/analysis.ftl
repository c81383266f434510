# 搜索的结果。

column-depth = 深度
column-line = 变化
column-score = 红方分值
column-nodes = 节点
column-speed = 千/秒
column-time = 时间
column-moves = 着法
ended-by-checkmate = 将死：{ $side }胜
ended-by-stalemate = 困毙：{ $side }胜
ended-without-moves = 困毙：{ $side }胜
result-place = #{ $number } { $source }，第 { $game } 局，第 { $ply } 步

result-right = 正确：{ $expected }
result-wrong = 错误：{ $expected }

analyze-to-move = 轮到{ $side }走{ $check ->
    [yes] ，正被将军
   *[no] {""}
}，有 { $moves } 种合法着法
analyze-depth = 深度 { $depth }
analyze-nodes = { $nodes } 个节点
analyze-time = { $seconds } 秒
analyze-or = {" 或 "}
analyze-plan = 搜索限制：{ $limits }；线程 { $threads }，置换表 { $hash } MB；分值以兵为单位，正数为红方占优
analyze-plan-other = 搜索限制：{ $limits }；分值以兵为单位，正数为红方占优；引擎：{ $engine }
analyze-progress = 深度 { $depth }，节点 { $nodes } M，每秒 { $speed } M，置换表 { $hash } %
analyze-best = 最佳着法 { $best }
analyze-best-reply = 最佳着法 { $best }，预计应着 { $reply }

analyze-csv-one-engine = CSV 只能记录一个引擎的结果；多个引擎请用 --to text 或 --to jsonl
compare-disagree = 引擎意见不一。分别深入搜索各着之后：
compare-settled = 现在一致选择 { $move }；一开始就选对的：{ $engines }
compare-open = 意见仍不一致。
analyze-solved-by = { $engine }：{ $solved }
analyze-solved = { $tasks } 题中答对 { $solved } 题
analyze-solved-since = 从第 { $first } 个局面起，{ $tasks } 题中答对 { $solved } 题
analyze-interrupted = 已中断，分析了 { $count } 个局面
analyze-no-positions = 没有可分析的局面
analyze-unread = { $all } 个局面中有 { $unread } 个无法读取
analyze-rests = { $count ->
   *[other] { $count } 局棋谱不完整，只分析到出错处
}
analyze-files-unread = { $count } 个文件无法读取
analyze-sentence-separator = ；
analyze-batch-progress = {"{bar:30} {pos}/{len}"} 个局面，每秒 {"{per_second}"}，还需 {"{eta}"}
