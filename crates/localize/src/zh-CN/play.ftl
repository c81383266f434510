# 人机对弈。

## 引擎的棋力

play-engine = 楚河
play-level = { $level } 级
play-rating = 等级分 { $rating }
play-opponent-level = 楚河，{ $strength }（最高 { $max } 级，用 `级别 N` 更改）
play-opponent-rating = 楚河，{ $strength }（用 `等级分 N` 更改）
play-strength-set = 楚河的棋力改为 { $strength }

## 开始与离开

play-introduction = 你执{ $side }，对手是{ $opponent }。{ $coach ->
    [on] 教练在旁指导。
   *[off] {""}
}输入 `帮助` 查看全部命令。
play-screen-introduction = 你执{ $side }，对手是{ $opponent }。用方向键和回车或鼠标走子，也可输入着法；按 ? 查看按键。
play-new-game = 新局开始，你执{ $side }
play-new-game-kept = 新局开始，你执{ $side }；上一局存于 { $path }，本局尚未保存
play-loaded = 从 { $path } 载入 { $plies } 步
play-loaded-first = 从 { $path } 载入 { $plies } 步（共 { $count } 局，取第一局）
play-loaded-side = { $loaded }；你执{ $side }
play-saved = 已存入 { $path }
play-notation = 记谱方式：{ $notation ->
    [Chinese] 中文
   *[other] { $notation }
}
play-unsaved = 本局尚未保存，可用 `保存 文件名` 保存；再次{ $what ->
    [new] 开始新局
    [load] 载入
   *[quit] 退出
}则放弃本局
play-unfinished = 本局尚未结束；再次{ $what ->
    [new] 开始新局
    [load] 载入
   *[quit] 退出
}则放弃本局
play-left-unsaved = 本局未保存；`保存 文件名` 可保存，选项 --save 则每着自动保存。
play-farewell-unsaved = 本局未保存（选项 --save 可自动保存），着法如下：

## 着法

play-moved-by-engine = { $engine }：{ $move }
play-moved-with-check = { $move }，将军
play-taken-back = { $plies ->
   *[other] 已悔 { $plies } 着
}
play-goes-on = { $text }，对局继续
play-no-moves = 还没有着法
play-engine-failed = { $reason }；下一个命令会让引擎重试，`悔棋` 可收回你的着法
play-draw-declined = 楚河不同意和棋

## 提问

play-ask-draw = 提议和棋？y/n（是/否）
play-ask-resign = 认输？y/n（是/否）
play-ask-other = 确定吗？y/n（是/否）
play-no-question = 现在没有要回答的问题
play-dropped = 已取消
play-prompt-question = 是/否
play-prompt-over = 终局
play-prompt-clocks = { $side } { $own }，{ $engine } { $other }

## 提示、评估、教练

play-hint-piece = 提示：走 { $from } 的{ $piece }
play-hint-file = 提示：走{ $file }路{ $piece }
play-hint-point = 提示：{ $from } 的{ $piece }走到 { $to }
play-hint-move = 提示：{ $move }
play-hint-line = 提示：{ $move }，以下 { $line }
play-hint-worth = { $hint }；{ $worth }
play-worth = 分值 { $score }
play-evaluation = 红方 [{ $bar }] 黑方，{ $score }
play-evaluation-best = { $evaluation }；最佳变化 { $line }
play-evaluation-none = 引擎没有给出评估
play-coach-on = 教练模式已打开：随时评估局面，走漏着之前会提醒
play-coach-off = 教练模式已关闭
play-warning = { $move } { $cost }。仍走此着？y/n（是/否）
play-warning-refuted = { $move } { $cost }：{ $line }。仍走此着？y/n（是/否）
play-cost-allows-mate = 会被对方 { $moves } 步杀
play-cost-misses-mate = 错过 { $moves } 步杀
play-cost-rule = 按规则判负
play-cost-material = 丢{ $lost }
play-cost-exchange = 丢{ $lost }，只得{ $won }
play-cost-position = 局势恶化（{ $before } → { $after }）

## 复盘网页

play-review-running = 正在生成复盘网页…
play-review-other = 另一个复盘网页正在生成
play-review-empty = 还没有着法，无可复盘
play-review-unfinished = 复盘网页尚未生成；再次退出则不再生成
play-review-done = 复盘网页存于 { $path }
play-review-offer = 输入 `复盘 game.html` 可生成复盘网页
play-review-name = { $path }：网页文件名须以 .html 结尾
play-review-failed = 无法生成复盘网页 { $path }：{ $reason }

## 习题

play-puzzle =
    习题 { $number }/{ $count }：{ $side ->
        [red] 红
       *[black] 黑
    }先，{ $task }，难度 { $level }/{ $max }
      选自 { $source }
play-puzzle-none = 现在不在做习题；做习题请用 `chuhe play --puzzles 文件`
play-puzzle-right = 正确，请继续
play-puzzle-solved = 正解！输入 `下一题` 做下一题
play-puzzle-solved-last = 正解！这是最后一题
play-puzzle-solution = 答案：{ $line }
play-puzzle-solution-none = 本题的着法已全部走出
play-puzzle-sum = 共 { $count } 题，解出 { $solved } 题，其中 { $alone } 题未用提示

## 不能做的事

play-over-now-what = 对局已结束，可用 `新局`、`悔棋`、`保存 文件名` 或 `退出`
play-over-because = 对局已结束：{ $finish }
play-not-your-turn = 现在轮到引擎走
play-exists-choose = { $path } 已存在，请另选文件名
play-exists-option = --save：{ $path } 已存在，请另选文件名；若它是只有一局的 PGN 文件，可用 --load { $path } 继续这一局
play-save-failed = 无法保存对局：{ $reason }
play-load-stdin = 标准输入用来读着法，不能从中载入对局
play-illegal = 不能走 { $move }：{ $why }
play-illegal-name = 没有这样的合法着法
play-not-understood = { $text } 既不是着法（如 h2e2、C2.5、炮二平五），也不是命令；输入 `帮助` 查看命令
play-stands-alone = `{ $word }` 后面不应有内容，{ $rest } 是多余的
play-expected-level = 应为 0 至 20 的级别，如 `{ $word } 8`
play-expected-rating = 应为 500 至 2400 的等级分，如 `{ $word } 1200`
play-expected-coach = 应为 `教练`、`教练 开` 或 `教练 关`
play-expected-page = 请写明网页文件名：`{ $word } game.html`
play-expected-file = 请写明文件名：`{ $word } game.pgn`
play-expected-notation = 应为 coordinates、iccs、wxf、chinese 或 traditional
play-expected-side = 应为 `新局`、`新局 红` 或 `新局 黑`

## 全屏界面

play-screen-small = 棋盘需要 { $width }×{ $height } 个字符，窗口只有 { $columns }×{ $rows }。请放大窗口，或按 q 和回车退出后用 --line 对弈。
play-screen-unusable = 无法使用终端，请试 --line
play-screen-choose = 请先选自己的棋子
play-screen-keys = ? 按键  加回车：h 提示  u 悔棋  f 翻转  n 新局  s 保存  q 退出
play-screen-back = 按任意键返回
play-screen-thinks = { $engine }思考中…
play-screen-hint = 正在找提示…
play-screen-draw = 楚河正在考虑是否同意和棋…
play-screen-check = 教练正在判断这一着…
play-screen-solved = 正解
play-screen-find = 请找出正解
play-screen-your-move = 轮到你走
play-screen-you = 你（{ $side }）
play-screen-puzzle = 习题（{ $side }）
play-screen-level = 楚河 { $strength }
play-screen-opponent = 楚河（{ $strength }，按 l 和回车更改）
play-screen-engine = { $engine }（{ $side }）
play-enter-hint = 回车：提示
play-enter-best = 回车：评估局面
play-enter-coach = 回车：打开或关闭教练
play-enter-flip = 回车：翻转棋盘
play-enter-new = 回车：新局
play-enter-draw = 回车：求和
play-enter-resign = 回车：认输
play-enter-undo = 回车：悔棋
play-enter-save = 回车：保存本局
play-enter-level = 回车：选择级别
play-enter-quit = 回车：退出
play-input-broken = 无法读取标准输入
play-input-none = 无法按行读取

## 命令和按键一览

play-help =
    输入着法，写法不限：炮二平五、C2.5、h2e2。或者输入下列命令：
      提示 hint             该走哪个棋子；再输入：走到哪里；再输入：着法
      评估 best             当前局面的分值和最佳变化
      教练 coach [开|关]    随时评估局面，走漏着之前提醒
      悔棋 undo             收回你的上一着
      着法 moves            已走的着法
      棋盘 board            画出棋盘；`翻转 flip` 掉转方向
      局面 fen              当前局面的 FEN
      求和 draw             提议和棋
      认输 resign           认输
      保存 save 文件        把对局存为 PGN
      载入 load 文件        继续文件中的对局
      复盘 review 文件      生成复盘网页，文件名以 .html 结尾
      级别 level N          引擎的级别，0 至 20；`等级分 elo N` 为 500 至 2400
      记谱 notation 名称    记谱方式：coordinates、iccs、wxf、chinese、traditional
      新局 new [红|黑]      从同一开始局面再下一局
      下一题 next           下一道习题；`答案 solution` 给出要找的着法
      退出 quit             退出程序
play-screen-help =
    方向键、回车         选棋子，再选落点
    鼠标                 依次点击棋子和落点
    h2e2 C2.5 炮二平五   输入着法，再按回车
    : 或 /               输入命令，再按回车
    Esc                  取消
    字母加回车           h 提示   b 评估   c 教练   f 翻转
                         u 悔棋   n 新局   s 保存   l 级别
                         d 求和   r 认输   q 退出
    可输入的命令：提示 评估 教练 悔棋 着法 翻转 认输 求和
    下一题 答案 保存 文件 载入 文件 复盘 文件 级别 N
    等级分 N 记谱 名称 新局 红 新局 黑 退出

    {"["} ] 光标  {"{"} {"}"} 已选  * 可走到
    ( ) 上一着  ! ! 提示
