# 裁判对局面和着法的判词。

rule-set-unknown = 没有 { $found } 这种规则，有 asian、chinese 和 computer

judge-verdict = { $verdict ->
    [draw] 和棋
    [red_loses] 红负
    [black_loses] 黑负
   *[ongoing] 未分胜负
}
judge-ongoing = { $verdict }：轮到{ $side }走，未吃子已计 { $plies } 步
judge-ongoing-again = { $ongoing }；{ $stood }，第三次出现时裁决
judge-checkmate = { $verdict }，将死：{ $side }被将军，无着可应
judge-stalemate = { $verdict }，困毙：{ $side }无着可走，不论是否被将军均判负
judge-dead-material = { $verdict }，双方都没有能过河的棋子
judge-move-count = { $verdict }，自然限着：连续 { $plies } 步未吃子，限 { $allowed } 步
judge-repetition = { $verdict }，{ $reason }：{ $stood }
judge-cycle-moves = { $judgement }；第 { $first } 至 { $last } 着循环，{ $conduct }
judge-conduct = 红方{ $red }，黑方{ $black }；按{ $set }：{ $rule }
judge-reason = { $reason ->
    [perpetual-check] 长将
    [perpetual-chase] 长捉
    [perpetual-attack] 长打
   *[repetition] 局面重复
}
judge-stood = 该局面已出现 { $times } 次（{ $places }）
judge-at-the-start = 开始时
judge-after-move = 第 { $move } 着后
judge-rule-set = { $set ->
    [asian] 亚洲规则
    [chinese] 中国规则
   *[computer] 计算机规则
}

judge-rule-check-one = 单方长将判负
judge-rule-check-both = 双方长将判和
judge-rule-chase-one = 长捉一子判负
judge-rule-chase-both = 双方长捉判和
judge-rule-attack-one = 长打对闲着，长打一方判负
judge-rule-attack-both = 双方长打判和
judge-rule-some-check = 循环中有将军而非长将，判和
judge-rule-idle = 双方均有闲着，不变判和
judge-rule-neither = 既非长将，也非长捉一子，不变判和

judge-checks-always = 步步将军
judge-chases-always = 步步捉 { $pieces }
judge-chased-piece = { $piece }
judge-attacks-always = 步步将军、要杀或捉子
judge-checks-some = { $moves } 着中将军 { $times } 次
judge-threatens-some = { $moves } 着中要杀 { $times } 次
judge-chases-some = { $moves } 着中捉子 { $times } 次
judge-idle-always = 均为闲着

judge-move-separator = ；
judge-move-checks = 将
judge-move-evades = 闲（应将走将帅）
judge-move-threatens = 杀
judge-move-idle = 闲
judge-move-chases = { $count ->
   *[other] { $chasers }捉 { $victim }
}
judge-piece-on = { $square } { $piece }
