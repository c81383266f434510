# 命令行的错误。

error-line = 错误：{ $text }
expected-language = 应为 en 或 zh
grammar-value = '{ $arg }' 的值 '{ $value }' 无效：{ $why }
grammar-not-one-of = '{ $arg }' 的值 '{ $value }' 无效：应为 { $valid } 之一
grammar-needs-value = '{ $arg }' 缺少值
grammar-unknown = 没有 '{ $arg }' 这个选项或参数
grammar-no-command = 没有 '{ $name }' 这个命令
grammar-not-built = 此版本编译时未启用 '{ $feature }' 功能，没有 '{ $name }' 命令
grammar-twice = '{ $arg }' 重复给出
grammar-conflict = '{ $arg }' 不能与 { $other } 同用
grammar-missing = { $count ->
   *[other] 缺少必需的参数：{ $args }
}
grammar-too-many = '{ $arg }' 的值过多，'{ $value }' 是多余的
grammar-too-few = '{ $arg }' 的值太少
grammar-no-equals = '{ $arg }' 与值之间要有等号
grammar-not-utf8 = 命令行中有不是 UTF-8 的字符
grammar-needs-command = 缺少命令，应为 { $valid } 之一
grammar-suggestion = （是不是想写 '{ $name }'？）
grammar-see-help = 用 '--help' 查看帮助。
grammar-for-conversations = 写在命令之前的 --log-file 和 --option 只在与象棋软件通信时有效；请把选项写在命令之后
interrupt-refused = 无法响应 Ctrl-C
intent-no-file = { $file }：没有这个文件或文件夹
intent-match-file = { $file } 描述一场比赛；要进行比赛，请运行 `chuhe match { $file }`
intent-engine = { $file } 是程序；要与它比赛，请运行 `chuhe match chuhe { $file }`；要检查它的协议，请运行 `chuhe check-engine cmd={ $file }`
intent-option = 没有搜索时 setoption 不起作用；请用 --option NAME=VALUE 设置选项
intent-two-commands = '{ $line }' 不能与命令同用

# 终端中的引擎提示符。

prompt-greeting = 楚河 { $version }，象棋引擎。界面软件在此用 UCCI 或 UCI 与它通信；也可以键入 `go depth 10`、`d`、`h2e2` 或 `help`。
    { $boards ->
        [true] 要在棋盘上对弈、分析，键入 `serve --open`（浏览器）或 `play`（终端）；`quit` 退出。
       *[other] `quit` 退出。
    }
prompt-endless = 搜索没有限制：键入 `stop` 得到目前的最佳着法。
prompt-refused = '{ $word }'：{ $reason }
prompt-no-position = 请先摆局面，例如 `position startpos`
prompt-unknown = 没有 '{ $word }' 这个命令；`help` 列出所有命令
desktop-enter = 按回车键关闭此窗口。
