# 开局文件的错误。

# 引擎名册。
engines-added = 已添加 { $name }：{ $engine }
engines-none = 还没有引擎；用 `chuhe engines add 名称 程序` 添加
engines-exists = 已有名为 { $name } 的引擎；要替换请加 --fresh
engines-unknown = 没有名为 '{ $name }' 的引擎；应为 { $known } 之一，或 cmd=程序；其他参数请写在 --engine 之前
engines-unknown-none = 没有名为 '{ $name }' 的引擎；用 `chuhe engines add { $name } 程序` 添加，或写 cmd=程序；其他参数请写在 --engine 之前
engines-one = 本命令只用一个引擎，--engine 只能写一次
engines-same = { $name } 写了两次；要比较不同设定，请设不同的选项
engines-unfit = 不是象棋引擎
engines-bad-name = 应由字母、数字、'.'、'_'、'-' 组成，且不能是 chuhe
