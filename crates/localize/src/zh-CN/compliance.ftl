# 引擎检测。

check-finding = { $check }：应为：{ $expected }；实为：{ $came }
check-both-protocols = 两者
check-summary = { $protocol }：通过 { $passed }，有警告 { $warned }，未通过 { $failed }，跳过 { $skipped }
check-busy = 机器正忙：应答迟缓未必是引擎的问题。
check-unknown = 没有这项检查，用 --list 查看有哪些
check-match-key = { $key } 只用于对抗赛；各项检查自定限制
