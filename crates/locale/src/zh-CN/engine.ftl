# 引擎的选项，以及配置哪里不对。

option-help = { $option ->
    [usemillisec] UCCI：时间以毫秒计；为 false 时以秒计
    [hash] 置换表大小，单位 MB；0 为自动
    [threads] 搜索线程数；0 为每核一个
    [clear-hash] 清空置换表
    [newgame] UCCI：新对局开始，忘掉以前记住的（UCI 用 `ucinewgame`）
    [ponder] 界面让引擎在对方思考时也思考；每着多用一些时间
    [multipv] 报告几条变化，最好的在前
    [move-overhead] 每着为管道、界面和网络保留的毫秒数
    [draw-moves] 自然限着：未吃子满多少回合判和；0 表示不限
    [repetition-rule] 裁判判循环局面的规则，见 `docs/rules.md`
    [skill-level] 棋力，从儿童水平到全力
    [uci-limitstrength] 按下面的等级分下棋，而不按棋力级别
    [uci-elo] 限制棋力时的等级分；100 分为一级
    [randomness] 变化：所走着法最多可比最好的差多少
    [knowledge] 评估局面的水平
    [pruning] 搜索剪枝的力度
    [tablepath] 残局库所在的文件夹，以 `;` 分隔；见 `docs/tables.md`
    [evalfile] 用于评估的网络文件；none 表示只用手工评估
    [ownbook] 开局库有着法时直接走，分析时不用
    [bookfile] 开局库文件，用 `;` 隔开：本程序自己的格式和 `BOOK.DAT`
    [book-variety] 开局库着法的变化：medium 按权重，none 总走最好的；`randomness` 可以再加大
    [uci-showwdl] 在每个分值旁给出胜、和、负的机会，单位千分之一
    [batch] 思考时不读输入，用于从文件输入的对话
    [debug] 输出更多搜索信息（UCI 用 `debug on`）
    [uci-variant] UCI：设置它的界面，回答时横线从 1 数到 10，而不是 0 到 9
   *[other] { $help }
}
option-column-default = 默认值
option-column-values = 取值
option-eval-file = 文件，或 none
option-table-path = 文件夹
option-book-file = 文件，或 none
option-range = { $min } 到 { $max }
option-button = （按钮）
option-unknown = 没有名为 { $name } 的选项
option-value = { $option } 应为 { $wanted }，而不是 { $given }
option-truth = true 或 false
option-number = { $min } 到 { $max } 的数
option-unchanged = { $error }；一切保持原样
config-range = { $option } 为 { $given }，应在 { $min } 到 { $max } 之间
config-network = EvalFile { $path } 不能使用：{ $error }
config-tables = 残局库无法使用：{ $error }
config-book = BookFile { $path } 不能使用：{ $error }
config-threads = 无法启动搜索线程：{ $error }
pool-clients = 引擎的客户已满（{ $most } 个），请稍后再试
pool-waiting = 排队的搜索已满（{ $most } 个），请先等其中一个结束
pool-closed = 引擎已关闭
pool-panicked = 程序出错，搜索中断
table-memory = 内存不够 { $megabytes } MB 的置换表
bench-position = { $number }/{ $count } { $nodes } 节点 { $millis } 毫秒
