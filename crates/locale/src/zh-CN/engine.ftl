# 选项表和基准测试。

option-column-default = 默认值
option-column-values = 取值
bench-position = { $number }/{ $count } { $nodes } 节点 { $millis } 毫秒
