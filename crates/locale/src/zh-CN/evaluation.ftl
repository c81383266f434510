# 逐项评估。

eval-term = { $term ->
    [advisor] 仕
    [elephant] 相
    [horse] 马
    [rook] 车
    [cannon] 炮
    [pawn] 兵
    [king-placement] 帅的位置
    [advisor-placement] 仕的位置
    [elephant-placement] 相的位置
    [horse-placement] 马的位置
    [rook-placement] 车的位置
    [cannon-placement] 炮的位置
    [pawn-placement] 兵的位置
    [advisor-mobility] 仕的灵活性
    [elephant-mobility] 相的灵活性
    [horse-mobility] 马的灵活性
    [rook-mobility] 车的灵活性
    [cannon-mobility] 炮的灵活性
    [horse-blocked-ahead] 马前受阻
    [horse-in-own-palace] 窝心马
    [horse-near-enemy-king] 马近敌将
    [linked-horses] 连环马
    [cannon-on-king-s-file] 炮在将线
    [cannon-on-king-s-rank] 炮在将的横线
    [hollow-cannon] 空头炮
    [cannon-on-palace-horse] 炮镇窝心马
    [paired-cannons] 担子炮
    [rook-s-file] 车占直线
    [rook-on-king-s-rank] 车在将的横线
    [rook-pins] 车牵制
    [threats] 捉子
    [two-hanging] 两子受攻
    [guarded] 子有根
    [palace-squares-attacked] 攻击九宫的点
    [palace-attackers] 攻击九宫的子
    [palace-pressure] 九宫压力
    [joint-attack] 联合进攻
    [king-s-escapes] 将的退路
    [safe-checks] 安全的将军
    [guarded-checks] 有根的将军
    [kinds-with-safe-checks] 能安全将军的兵种
    [guards] 仕相
    [guards-in-shape] 仕相联防
    [advisors-against-rooks] 缺仕怕车
    [advisors-against-horses] 缺仕怕马
    [elephants-and-cannons] 缺相怕炮
    [pawns-across-the-river] 过河兵
    [pawn-across] 过河兵对仕
    [linked-pawns] 过河兵联手
    [pawn-near-enemy-king] 兵近敌将
    [pairs] 双马双车双炮
    [mixed-pairs] 车马炮配合
    [crowded-board] 子多子少
    [cannon-and-guards] 炮与仕相
    [massed-on-a-wing] 一翼集中
    [attack-and-defence] 攻守兵力
    [horse-king-aside] 敌将偏位时的马
    [rook-king-aside] 敌将偏位时的车
    [cannon-king-aside] 敌将偏位时的炮
    [pawn-king-aside] 敌将偏位时的兵
    [to-move] 先手
   *[other] { $name }
}
eval-heading = 单位：兵
eval-red = 红方
eval-black = 黑方
eval-difference = 红减黑
eval-middle-game = 中局
eval-endgame = 残局
eval-sum = 合计
eval-phase = 中局占 { $percent } %：{ $sum }，轮到{ $side ->
    [red] 红方
   *[black] 黑方
}走
eval-known = 结果已知的残局：改为 { $total }
eval-total = 总分 { $total } 兵（红方为正）

eval-network = { $role ->
    [whole] 网络评估
   *[correction] 网络修正
}：{ $value } 兵，总计 { $total }（红方为正）
eval-network-pieces = 各子所占：网络的分值，减去拿掉此子后的分值

network-none = 不是楚河的网络文件：开头的字节不符
network-checksum = 文件已损坏：校验和不符
network-header = 文件头已损坏，或属于其他版本
network-shape = { $what } 为 { $found }，而本程序只能用 { $expected }
network-length = 权重的数量不符
network-weight = 有的权重过大，求和会溢出
network-exchange = safetensors 文件里没有网络：{ $why }
network-exchange-header = 元数据中没有网络的文件头 "chuhe"
network-exchange-bad-header = 元数据中的 "chuhe" 不是文件头：{ $why }
network-exchange-shape = { $name } 应为 float32，形状为 { $shape }
