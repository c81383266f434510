# 浏览器中的棋盘：服务器对用户说的话。网页自己的文字在网页里。

## 启动

serve-no-address = 无法监听 { $address }：{ $text }
serve-needs-token = 其他机器能连到此服务器，必须设置令牌
serve-bad-token = 令牌须为 { $least } 到 200 个字母、数字或 - _ . ~ 符号
serve-data-in-use = 另一个服务器正在使用文件夹 { $path }
serve-no-runtime = 系统不允许启动线程：{ $text }
serve-no-data-folder = 不知道对局该存在哪个文件夹；请用 --data 指定
serve-listen-port = 应为不带端口的地址或主机名；端口用 --port 设置
serve-already = 服务器已在运行，打开它的页面
serve-open-failed = 无法打开浏览器：{ $text }

## 请求

serve-full = 打开的网页太多；请关闭一个，或稍后再试
serve-no-memory = 内存暂时不足，请稍后再试
serve-no-session = 此会话已结束
serve-resume-late = 只有第一个请求能恢复会话
serve-too-large = 消息超过 { $most } kB
serve-no-json = 不是 JSON：{ $error }
serve-no-object = 请求必须是 JSON 对象
serve-no-id = 请求要有 `id`，从 0 起的整数
serve-no-request = 无法识别的请求：{ $error }
serve-language = 语言只能是 en 或 zh
serve-base64 = 不是 Base64：{ $error }
serve-text-or-base64 = `text` 和 `base64` 须给出其中一个
serve-fen-long = 局面的文字太长
serve-tag = { $name } 不能作标签名
serve-moves-max = 到达局面的着法最多 { $most } 步

## 对局

serve-no-game = 没有对局，请先开始一局
serve-strength = 级别和等级分须给出其中一个
serve-dropped = 引擎应答之前局面已变
serve-cost-position = 局势恶化
serve-name-bad = 名称须为 1 到 { $most } 个字母、汉字、数字、空格或 - _ ( ) , 符号
serve-name-exists = 已有名为 { $name } 的对局
serve-name-missing = 没有名为 { $name } 的对局
serve-name-not-yours = { $name } 属于别人；可以另存一份再继续
serve-name-undeleted = 无法删除 { $name }；请检查数据文件夹的权限
serve-owner = 密钥须为 { $least } 到 { $most } 个字符

## 分析

serve-lines = 可显示 1 到 { $most } 条变化
serve-no-position = 请先设置局面
serve-no-moves = 走棋方没有合法着法
serve-no-engine = 服务器没有这个引擎，请从列表中选择
serve-engine-gone = { $name } 无法继续对局，改由楚河应战：{ $text }
serve-engine-busy = 正在启动另一个引擎，请稍后再试
serve-engine-twice = 这个引擎已经在搜索

## 复盘

serve-no-review = 这次复盘已经结束，请重新开始
serve-review-nodes = 每个局面搜索 { $least } 到 { $most } 个节点
serve-review-plies = 双方合计超过 { $most } 步
serve-review-moves = 连同变着超过 { $most } 着
serve-review-most = 一次复盘最多 { $most } 着，请另开一次
serve-review-no-game = 目录中没有第 { $game } 局
serve-review-not-yet = 第 { $game } 局还没有复盘

## 比赛

serve-no-match = 没有可观看的比赛 { $name }
serve-not-watching = 请先打开一场比赛
serve-match-unread = 无法读取这场比赛：{ $text }
serve-match-journal = 比赛日志：{ $text }

## 程序接口

serve-bounds = depth 和 nodes 至少为 1，time_ms 为 1 到 { $most }
serve-moves-long = 着法文字超过 { $most } kB
serve-games-max = 只转换了前 { $most } 局
serve-marks-max = 箭头和标记各最多 { $most } 个
serve-no-database = 服务器没有棋谱库：启动时请用 --db 指定文件
serve-no-book = 服务器没有开局库：启动时请用 --book 指定文件
serve-no-stored-game = 棋谱库中没有第 { $id } 局
serve-game-move = 第 { $number } 着 { $move }：{ $error }
serve-game-plies = 一局棋双方合计最多 { $most } 步
serve-game-size = 棋盘每边 { $least } 到 { $most } 路
serve-game-level = 级别为 { $least } 到 { $most }
serve-no-lookup = 本服务器没有这个查询来源
serve-lookup-busy = 上一个查询还没有结果
serve-no-matches = 本服务器不能进行比赛
serve-no-friends = 其他人无法连接本服务器：请用 `--listen` 启动
serve-no-invitation = 该邀请不存在或已失效
serve-friends-full = 未完成的邀请过多，请稍后再试
serve-not-a-player = 你正在观战
serve-no-friend-game = 没有打开与他人的对局
serve-friend-absent = 对方尚未加入
serve-friend-side = 请选择一方
serve-match-wish = 需要两个 0 到 20 的级别、不超过 1000 的偶数局数，以及每着的节点数或毫秒数
serve-match-not-ours = 这场比赛不是由本服务器开始的
serve-match-one = 已有一场比赛在进行
serve-cloud-nothing = 云库中没有这个局面
serve-tables-nothing = 没有这种子力的残局库
