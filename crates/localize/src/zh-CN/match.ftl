# 引擎对抗赛。

match-game = { $played }/{ $scheduled } 第 { $number } 局：{ $red } - { $black } { $result } { $ending }，{ $plies } 步
match-strength = 等级分差 { $elo }，归一化 { $normalised }，优势概率 { $superiority } %，和棋 { $draws } %
match-unknown = 未知
match-wdl = +{ $wins } ={ $draws } -{ $losses }，共 { $games } 局
match-wdl-score = { $wdl }，得分率 { $score } %
match-forfeits = { $wdl }；{ $forfeits }
match-lost-on-time = { $engine } 超时负 { $games } 局
match-lost-by-moves = { $engine } 因着法不合法或未走棋负 { $games } 局
match-lost-by-crashes = { $engine } 因崩溃负 { $games } 局
match-overloaded = { $played } 局中有 { $games } 局是在机器过载时下的：用时和超时说明不了引擎的棋力
match-pairs = 成对 [{ $ll }, { $ld }, { $even }, { $wd }, { $ww }]（负负，负和，和和 { $dd } + 胜负 { $wl }，胜和，胜胜）
match-sprt = 序贯检验 [{ $elo0 }, { $elo1 }] { $model }：LLR { $llr }（{ $lower }，{ $upper }），{ $verdict }
match-sprt-undecided = 尚未判定
match-sprt-no-verdict = 结束时未能判定
match-interrupted = 已中断：{ $folder } 中有 { $played } 局，共 { $scheduled } 局；再次运行同一命令即可继续
match-sprt-accepted = 接受 { $hypothesis }：是 { $this } 而不是 { $that }
match-rank = 名次
match-elo = 与其余引擎的等级分差
match-games = 局数
match-score = 得分率
match-name = 名称
match-knps = 千节点/秒
match-depth = 深度
match-time = 毫秒/着
match-slowest = 最慢
match-time-losses = 超时判负
match-faults = 出错
match-effort-name = { $name }（{ $limits }）
match-red = 红方 +{ $wins } ={ $draws } -{ $losses }
match-plies = 平均每局 { $plies } 步
match-second-opinion = 另一裁判程序：{ $games } 局中 { $agreed } 局一致
match-disagreement = 第 { $number } 局：本程序 { $ours }；另一裁判程序 { $theirs }
match-kept = 共 { $games } 局；存于 { $folder }
match-kept-before = 共 { $games } 局，此前已下 { $done } 局；存于 { $folder }
match-progress = {"{"}bar:40{"}"} {"{"}pos{"}"}/{"{"}len{"}"} 局，已用 {"{"}elapsed{"}"}，还需 {"{"}eta{"}"}，每小时 {"{"}per_hour{"}"} 局

match-overload = { $cause }；引擎可能因此超时，而超时负也计入等级分。{ $advice }
match-too-many = 这些对局同时需要 { $threads } 个处理器，而可用的只有 { $processors } 个
match-busy = 这些对局同时需要 { $threads } 个处理器，而其他程序占用了 { $processors } 个中的 { $busy } 个
match-wait = 请等机器空闲时再比，或用 --clock cpu（Linux）
match-fewer-games = 请用 --jobs { $games } 或 --clock cpu（Linux）
match-fewer-threads = 请减少线程，或用 --clock cpu（Linux）
match-guessed-unit = { $engine } 报的分值没有单位；--resign 和 --draw 按 UCCI 的规定当作百分之一马。如果是百分之一兵，请设 scoreunit=cp；确认为马则设 scoreunit=horse
match-two-files = 只能给出一个比赛文件
match-no-command = '{ $word }' 不是引擎的命令：应为程序，后面可以带参数
match-few-openings = { $openings ->
   *[other] 共 { $rounds } 轮，而开局只有 { $openings } 个：对局可能重复，重复的对局不增加信息
}
match-broken-openings = { $file }：有 { $count } 局不完整，开局取到能读的地方为止，完全不能读的不用；第一处：{ $error }
match-other-match = { $error }
    {"  "}用 --out 指定另一个文件夹，或用 --fresh 删除其中的对局
match-pgnout-exists = --pgnout { $path }：文件已存在；用 --fresh 覆盖

# fastchess 的参数；前面是参数名和冒号。
fastchess-config = 中断后再次运行同一命令即可继续（--fresh 从头开始）
fastchess-one-report = 报告只有一种格式（供程序读取请用 --json）
fastchess-every-game = 每局都单列一行
fastchess-latency = 报告列有各引擎最慢的一着
fastchess-random-seed = 开局按 -srand 打乱，使中断的比赛可以继续
fastchess-wait = 一局结束后立即开始下一局
fastchess-checksum = games.pgn 没有校验和
fastchess-final-positions = 从略；可用 chuhe convert games.pgn --to fen 得到局面文件
fastchess-stderr = 引擎写到 stderr 的内容见 --log 保留的日志
fastchess-reverse = 不支持颠倒次序的赛程；请把引擎按相反次序列出
fastchess-quick = 请改用 -engine、-each 和 -openings
fastchess-tablebases = 残局库中有的局面总按库中的胜、负、和判定，但受自然限着限制（-tb 文件夹）
fastchess-book-mode = 开局按轮分配；见 -openings order=
fastchess-schedule = 赛程由 -tournament 决定
fastchess-test-environment = 不支持 fishtest 环境
fastchess-two-dashes = -{ $name }：是不是想写 --{ $name }？
fastchess-unknown = { $flag }：没有这个参数；可用的 fastchess 参数见手册“Flags”（英文）
fastchess-repeat = 一个开局只能下一局或两局
fastchess-policy = 只支持 policy=round：每轮用一个开局
fastchess-log-talk = 与引擎的通信记在比赛文件夹的 logs/ 中
fastchess-log = 错误写到 stderr；--log all 保留与引擎的通信
fastchess-variant = 只支持象棋
fastchess-report = 统计总以同一开局的两局为单位
fastchess-games-of-match = 按 { $rounds } 轮、每轮两局进行
fastchess-games-notation = 着法的写法由 --notation 决定
fastchess-games-journal = 见 journal.jsonl；注释中有分值、深度和用时
fastchess-games-comments = 注释中有分值、深度和用时
fastchess-games-unknown = 不认识 { $word }
fastchess-games-file = 应为文件名
