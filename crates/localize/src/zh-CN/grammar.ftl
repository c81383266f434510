# 命令行的错误。

error-line = 错误：{ $text }
expected-language = 应为 en 或 zh
grammar-value = '{ $arg }' 的值 '{ $value }' 无效：{ $why }
grammar-not-one-of = '{ $arg }' 的值 '{ $value }' 无效：应为 { $valid } 之一
grammar-needs-value = '{ $arg }' 缺少值
grammar-unknown = 没有 '{ $arg }' 这个选项或参数
grammar-no-command = 没有 '{ $name }' 这个命令
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
