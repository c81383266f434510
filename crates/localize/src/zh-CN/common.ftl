# 各处通用。

side = { $side ->
    [red] 红方
   *[black] 黑方
}
piece = { $piece ->
    [K] 帅
    [A] 仕
    [B] 相
    [N] 马
    [R] 车
    [C] 炮
    [P] 兵
    [k] 将
    [a] 士
    [b] 象
    [n] 马
    [r] 车
    [c] 炮
   *[p] 卒
}
list-separator = 、
clause-separator = ，
list-last = { $front }和{ $last }
cause-separator = ：
