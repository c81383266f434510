# 对抗赛的设置、文件和引擎哪里不对。

arena-cannot-start = 无法启动 { $command }：{ $why }
arena-interrupted = 已中断
arena-no-greeting = { $seconds } 秒内没有答完问候
arena-still-runs = 关闭了管道，但仍在运行
arena-does-not-start = { $name } 不能启动：{ $why }
arena-folder = 文件夹 { $path } 不可用：{ $error }
arena-in-file = { $path }：{ $error }
arena-in-setting = { $setting }：{ $error }

journal-busy = 另一场比赛正在写它
journal-none = 它不是比赛日志
journal-other = 它属于另一场比赛：{ $difference }
journal-difference = { $place } 在那里是 { $there }，在这里是 { $here }
journal-damaged = 第 { $line } 行已损坏：{ $error }

processors-unknown = 无法得知本系统的处理器
processors-no-list = 应为处理器列表，如 0,2,4-7
processors-missing = 没有处理器 { $missing }，只有 { $available }
processors-too-few = 同时进行 { $games } 局需要同样多的处理器，现有 { $processors } 个

openings-over = 第 { $number } 个开局：走棋方无着可走
openings-empty = 其中没有开局
openings-start = start={ $start }：只有 { $openings } 个开局

plan-too-few = { $engines ->
   *[other] 比赛至少要两个引擎，现给出 { $engines } 个
}
plan-no-limit = 第 { $engine } 个引擎：思考没有限制，请加 tc=、st=、nodes= 或 depth=
plan-no-opponents = { $engines } 个引擎中有 { $seeds } 个主角，没有对手
plan-too-many = { $games } 局太多
plan-sprt-of-many = 序贯检验只用于两个引擎
plan-same-name = 有两个引擎都叫 { $name }

setting-no-pair = { $word } 不是“键=值”的形式
setting-unknown = 没有 { $key } 这项设置，有 { $known }
# 以字母或数字开头的，前面空一格。
setting-value = { $key }={ $value }：应为{ $expected }
setting-missing = 缺少 { $key }
setting-words = 引号成对的字
setting-protocol = {" "}ucci、uci 或 auto
setting-coord = {" "}0（横线 0 到 9）或 1（横线 1 到 10）
setting-time-control = 时限，如 40/60+0.6、1:30+1、5+0.05（着数/秒数+加秒），或 inf
setting-seconds = 每着的秒数
setting-nodes = 节点数，如 20000、20k 或 2M
setting-depth = 搜索深度（层）
setting-millis = 毫秒数
setting-switch = {" "}on 或 off
setting-truth = {" "}true 或 false
setting-moves = 着数
setting-moves-positive = 着数，至少 1
setting-score = {" "}0 到 30000 的分值
setting-format = 棋谱格式：epd、pgn、xqf、cbr、cbl、cbf、ubb 或 moves
setting-order = {" "}sequential 或 random
setting-plies = 步数
setting-opening = 第几个开局，从 1 数起

sprt-no-pair = `{ $word }` 不是“名称=值”的形式
sprt-unknown = 序贯检验没有参数 `{ $name }`，有 elo0、elo1、alpha、beta 和 model
sprt-twice = { $name } 重复给出
sprt-missing = 缺少 { $name }：序贯检验需要 elo0 和 elo1
sprt-no-number = { $name } 为 `{ $value }`，不是数
sprt-model = model 为 `{ $model }`，应为 logistic 或 normalized
sprt-elo-range = { $name } 为 { $value }，应在 -{ $most } 与 { $most } 之间
sprt-order = elo0 应小于 elo1，现为 { $elo0 } 和 { $elo1 }
sprt-error-range = { $name } 为 { $value }，应大于 0 而小于 { $most }

review-quotes = 引号没有成对
review-ended = 另一裁判程序判了 { $games } 局后结束
review-answer = 另一裁判程序的回答 { $line }：{ $error }

# 从旁读取比赛

reader-no-game = 这场比赛没有第 { $number } 局
reader-bad-game = 第 { $number } 局无法复现：{ $error }
reader-long-line = 第 { $line } 行太长，不是一局棋
reader-foreign-game = 第 { $line } 行的对局不属于这场比赛，或重复出现
