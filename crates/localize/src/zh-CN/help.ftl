# 各命令的帮助。help-命令 是命令一句话的说明，-after 是末尾的示例和说明，help-命令--参数 是参数的说明。
# help-any--参数 用于多个命令共有的参数，help-heading-组名 是选项各组的标题。

help-heading-engines = 引擎
help-heading-games = 对局
help-heading-endings = 终局
help-heading-timeouts = 等待时限
help-heading-output = 输出

## 各命令共有的参数

help-any--verbose = 在标准错误输出更多信息，可重复，越多越详细
help-any--quiet = 标准错误只输出使程序终止的错误
help-any--lang = 界面语言：en 或 zh（默认由环境决定）
help-any--words = 局面：startpos、FEN 或着法，前两者之后也可接着法；或者棋谱文件，- 表示标准输入
help-any--game = 文件中的第几局，从 1 数起（默认 1）
help-any--ply = 取走了多少步之后的局面，双方合计（默认全部走完）
help-any--fen = 局面：startpos 或 FEN；省略则为初始局面
help-any--moves = 此后走过的着法，写法不限：h2e2、h2-e2、C2.5、炮二平五
help-any--depth = 搜索完 PLIES 层后停止
help-any--nodes = 搜索 N 个节点后停止
help-any--movetime = 搜索 TIME 后停止：毫秒数，或带单位，如 500ms、5s、2m
help-any--threads = 搜索线程数；0 表示每核一个
help-any--hash = 置换表大小，单位 MB
help-any--options = 设置任意选项，可重复；`chuhe options` 列出全部选项
help-any--ranks = 着法的坐标中，第一条横线的编号：0（0 到 9，UCCI 和棋谱的写法）或 1（1 到 10，设了 `UCI_Variant` 的 UCI 的写法）；省略则按着法判断
help-any--engine = 改用别的 UCI 或 UCCI 引擎搜索：`chuhe engines` 中的名称或 cmd=程序，其余设定与 `chuhe match` 相同，如 option.Threads=2
help-any--jobs = 同时进行的个数（默认全部核心）
help-any--database = 棋谱库文件
help-any--json = 输出一个 JSON 对象而不是文字
help-any--pieces = 棋子画成汉字还是字母：chinese（汉字，占两列）、letters（FEN 字母，黑方小写）、auto（终端是 UTF-8 时用汉字）
help-any--color = 棋盘着色：auto（在终端上，且未设 `NO_COLOR`）、always（总是）、never（从不）
help-any--notation = 着法的写法：coordinates（坐标 h2e2）、iccs（PGN 的坐标 H2-E2）、wxf（C2.5）、chinese（炮二平五）、traditional（繁体，用 車、馬）；读入时写法不限（PGN 默认 iccs，其余默认 coordinates）
help-any--rules = 裁决循环局面的规则：asian（亚洲规则）、chinese（中国规则）、computer（计算机规则）
help-any--draw_moves = 自然限着：满多少回合未吃子判和；0 表示不限
help-any--from_encoding = 输入文件的编码（自动识别有误时用），如 gb18030、big5、utf-8
help-any--from = 输入文件的格式，内容和文件名都看不出时用：pgn、dhtmlxq（网页和论坛，即 UBB）、xqf、cbr、cbl、cbf、wxf（XieXie 和 PlayOK 的文本）、pfc（鹏飞象棋）、qq（QQ 象棋的 che 文件）、moves（一行一局，或带序号的着法）、fen（一行一个局面）
help-any--fresh = 覆盖已有的文件
help-any--folder = 残局库所在的文件夹
help-any--tables = 残局库所在的文件夹，以 `;` 分隔
help-any--positions = 取每局的哪些局面：last（最后的局面）、first（开始的局面）、all（全部）

## 主命令

help = 楚河 chuhe，中国象棋引擎
help-long =
    楚河 chuhe，中国象棋引擎

    不带命令时，作为引擎与象棋软件通信，根据软件发来的第一条命令判断是 UCCI 还是 UCI 协议。
    `chuhe doctor` 说明如何把本引擎加到各种象棋软件里。命令的位置上也可以直接写文件、局面，
    或这两种协议的命令。{ $serve ->
        [true] 双击本程序则在浏览器中打开棋盘。
       *[other] {""}
    }
help-after =
    示例：
      chuhe                                    与象棋软件通信（UCCI 或 UCI）
      chuhe --option Threads=4                 同上，四个线程
      chuhe --log-file talk.log                同上，并记录通信
      chuhe ucci                               同上，先应答 ucci
      chuhe go depth 12                        执行协议命令，然后退出
      chuhe game.pgn                           复盘一局棋
      chuhe h2e2 h9g7                          分析走过几着之后的局面
      chuhe analyze                            分析初始局面
      chuhe play --level 5                     与引擎对弈
      chuhe serve --open                       在浏览器中对弈（网页棋盘）
      chuhe puzzles games.pgn                  用对局中的漏着生成习题
      chuhe tables gen KRKAABB                 生成残局库
      chuhe db search games.db --player 许银川  在棋谱库中查找对局
      chuhe book explore                       开局库中的着法
      chuhe perft 5                            检验着法生成
      chuhe bench                              测速
      chuhe doctor                             检查安装，说明在各种象棋软件中怎样填写
      chuhe match chuhe ./engine               与另一引擎比赛
      chuhe check-engine cmd=./engine          检查另一引擎的协议实现

    环境变量：没有 --notation 时，着法的写法由 CHUHE_NOTATION 决定；RUST_LOG 决定日志内容，与 -v 相同；
    NO_COLOR 关闭颜色。界面语言由 --lang 决定，其次是 CHUHE_LANG、LC_ALL、LC_MESSAGES、LANG 中第一个有值的。
help--options = 通信开始前设置一个选项，与由象棋软件设置相同，可重复；`chuhe options` 列出全部选项
help--log_file = 将与象棋软件的双向通信追加到文件，带时间

help-puzzles = 用对局中的漏着生成习题
help-puzzles-after =
    示例：
      chuhe puzzles games.pgn                  列出找到的习题
      chuhe puzzles games/ -o puzzles.html     在浏览器中做题的网页
      chuhe puzzles games.pgn -o puzzles.json  或在终端中做：
      chuhe play --puzzles puzzles.json
      chuhe puzzles my-games.pgn --nodes 500000 --jobs 4 -o puzzles.json

    习题取漏着之后只有一着明显最好的局面：这一着能杀，或至少得一士，而其他着法的胜率都低 20
    个百分点以上。用四倍 --nodes 的搜索复核，结论一致才算。每题注明题型和难度，含义和 JSON
    的格式见手册“Puzzles”（英文）。`convert` 能读的棋谱格式都能读。
help-puzzles--inputs = 棋谱文件或文件夹；- 表示标准输入
help-puzzles--to = 输出的形式，省略则由文件名决定，否则为 text：text（文字，每题几行）、json（供 `chuhe play --puzzles`）、html（网页）
help-puzzles--out = 写入文件而不是标准输出
help-puzzles--nodes = 解法的每一着搜索的节点数
help-puzzles--jobs = 同时处理的局数（默认全部核心）

help-bench = 搜索一组固定局面并测速
help-bench-after =
    示例：
      chuhe bench
      chuhe bench 8
      chuhe bench --threads 2 --hash 64
      chuhe bench --option EvalFile=none

    最后一行是 `N nodes M nps`。用单线程和默认选项时，N 在任何机器上每次都相同：
    只有搜索或评估改变时它才改变，因此可作二者的特征值。
help-bench--depth = 每个局面的搜索深度

help-completions = 输出 shell 的命令补全脚本
help-completions-after =
    示例：
      chuhe completions bash > ~/.local/share/bash-completion/completions/chuhe
      chuhe completions zsh > ~/.zfunc/_chuhe                $fpath 中要有 ~/.zfunc
      chuhe completions fish > ~/.config/fish/completions/chuhe.fish
help-completions--shell = shell 的名称：bash、elvish、fish、powershell、zsh

help-man = 输出 man(1) 手册页
help-man-after =
    示例：
      chuhe man | man -l -                                   阅读主页
      chuhe man --out ~/.local/share/man/man1                每个命令一页
help-man--out = 存放所有命令手册页的文件夹；省略则将总手册页输出到标准输出

help-doctor = 检查机器和安装，并说明在各种象棋软件中怎样填写
help-doctor-after =
    示例：
      chuhe doctor
      chuhe doctor --json

    需要几秒钟：数着法、找杀着、测速，并启动自身，用 UCCI 和 UCI 各通信一次。

help-engines = 给别的引擎起名，凡有 --engine 的命令都可使用
help-engines-after =
    示例：
      chuhe engines add pikafish ./pikafish option.Threads=4
      chuhe engines list
      chuhe engines show pikafish
      chuhe engines check
      chuhe engines remove pikafish
      chuhe annotate game.pgn --engine pikafish
      chuhe match chuhe pikafish

    引擎保存在用户配置文件夹的 engines.toml 中，或 CHUHE_ENGINES 指定的文件中。
help-engines-add = 添加引擎；先检查它会不会下象棋
help-engines-add--name = 引擎的名称：字母、数字、`.`、`_`、`-`
help-engines-add--program = 引擎的程序
help-engines-add--settings = 设定，与 `chuhe match` 相同：args= dir= proto= coord= scoreunit= option.NAME=VALUE
help-engines-add--fresh = 替换同名的引擎
help-engines-list = 列出引擎
help-engines-show = 显示引擎的设定和它声明的选项
help-engines-show--name = 引擎的名称
help-engines-check = 启动引擎，让它搜索一个局面
help-engines-check--names = 引擎的名称（默认全部）
help-engines-remove = 从名册中移除引擎；程序不会删除
help-engines-remove--name = 引擎的名称

help-eval = 逐项显示局面的静态评估
help-eval-after =
    示例：
      chuhe eval
      chuhe eval h2e2 h9g7
      chuhe eval '3k5/4a4/9/9/4P4/9/9/9/9/4K4 w' --json
      chuhe eval --option EvalFile=my.nn

    每一项有中局值（mg）和残局值（eg），总分由二者按中局所占的比重合成，再加先手的分值。
    表中的单位是兵，总分以红方为正；--json 的单位是厘兵。引擎使用网络时，后面还有网络的分值，
    以及拿掉每个子后分值少多少。

help-options = 列出全部选项：两种协议中的名称、取值和作用
help-options-after =
    示例：
      chuhe options
      chuhe options --markdown
      chuhe analyze --option 'Skill Level=5'   使用一个选项，两种名称均可
help-options--markdown = 输出 Markdown 表格

help-perft = 统计合法着法树的叶节点数（perft）
help-perft-after =
    示例：
      chuhe perft 5                           初始局面为 133312995
      chuhe perft 4 --divide                  每一着之后的数目
      chuhe perft 3 h2e2 h9g7 --json
      chuhe perft 2 炮二平五 --divide --notation chinese
      chuhe perft 6 --threads 2

    最后一行是 `nodes N`。最后一层只计数，不走子。
help-perft--depth = 着法序列的长度，单位为步
help-perft--divide = 显示每一着之后的数目
help-perft--threads = 计数的线程数；0 表示每核一个

help-tune = 用 Texel 方法按 `datagen` 的对局拟合评估的权重（调参）
help-tune-after =
    示例：
      chuhe tune data -o weights.rs
      chuhe tune data/one data/two/000000.games -o weights.rs --eval-file my.nn

    调整人工评估的权重，使它与修正它的网络合在一起，最能预测 `train` 默认设置下的目标；误差由留出的
    对局衡量。Ctrl-C 提前结束并保留至今的权重。输出的文件是 Rust 源码，用来替换
    eval/hce/weights.rs，用它编译引擎后生效。
help-tune--data = 对局文件，或存放它们的文件夹
help-tune--out = 要写的文件
help-tune--eval_file = 修正评估的网络，或 `none`（默认内置网络）
help-tune--epochs = 全部局面过几遍；权重取整另需四遍
help-tune--jobs = 计算的线程数（默认全部核心）
help-tune--seed = 决定取哪些局面及其次序
help-tune--holdout = 留出百分之几的对局，用来衡量误差
help-tune--per_game = 每局最多取多少局面，随机选取（默认全部）
help-tune--rate = 权重第一步改变多少，单位厘兵

help-serve = 在浏览器中对弈、分析、复盘和观战（网页棋盘）
help-serve-after =
    示例：
      chuhe serve --open                   在浏览器中打开棋盘，只供本机使用
      chuhe serve --port 9000 --threads 4  用另一个端口，四个搜索线程
      chuhe serve --data ~/games           指定对局存放处，每着之后都保存
      chuhe serve --watch matches          观看比赛：直播或赛后
      chuhe serve --db games.db            可查看每个局面中走过的着法
      chuhe serve --tables tables          可用按钮查询残局库
      chuhe serve --listen 192.168.1.5     其他机器也能用，须用地址中的令牌

    输出的第一行是要打开的地址。Ctrl-C 停止服务器；正在下的对局都已保存，以后可以继续。能连接的人就能使用
    处理器和保存的对局，连接不加密。手册“Server”（英文）说明程序如何使用此服务器。
help-serve--port = 端口；0 表示任意空闲端口
help-serve--open = 在浏览器中打开网页
help-serve--listen = 让其他机器连接：本机的地址或名称；0.0.0.0 表示所有地址
help-serve--token = 他人连接时须提供的令牌，至少 16 个字符；有 --listen 而未给出令牌时随机生成
help-serve--threads = 搜索线程总数；0 表示每核一个
help-serve--hash = 所有置换表的总大小，单位 MB
help-serve--sessions = 最多同时打开的网页数
help-serve--client_memory = 客户端的消息、对局和未读的答复最多占用的内存，单位 MB
help-serve--data = 存放对局的文件夹（默认为用户的程序数据文件夹中的 `chuhe`）
help-serve--watch = 供观战的比赛文件夹，或其中有比赛文件夹的文件夹；可重复给出
help-serve--cloud = 网页可查询的云库，只在按下按钮时才查询；none 表示没有此按钮
help-serve--db = 由 `chuhe db` 建立的棋谱库，供开局浏览
help-serve--engine = 供网页选用的另一个 UCI 或 UCCI 引擎，设置同 `chuhe match`；可重复给出。`chuhe engines` 中的引擎总是可选
help-serve--engine_processes = 其他引擎最多同时运行的进程数
help-serve--book = 供开局浏览的开局库，或 `embedded`：程序自带的开局库

help-tables = 生成和查询残局库
help-tables-after =
    示例：
      chuhe tables gen KRKAABB KNPKAABB        生成残局库，存入文件夹 `tables`
      chuhe tables info                        有哪些残局库
      chuhe tables check KRKAABB               用着法验证每一项
      chuhe tables probe '3k5/9/9/9/9/9/9/9/9/R3K4 w'
      chuhe tables records KRKAABB             最长的杀法，谁先走谁吃亏的局面
      chuhe --option TablePath=tables          下棋时使用

    类别依次写出一方和另一方的棋子，各以将帅为首：K 将帅，R 车，C 炮，N 马，P 兵，A 士，B 象。
    手册“Endgame tables”（英文）说明残局库的内容。
help-tables-gen = 生成残局库，以及吃子后转成的各类残局库；已有的保留
help-tables-gen-long =
    生成残局库，以及吃子后转成的各类残局库；已有的保留

    随时可以中断：再次运行同一命令即可继续。
help-tables-gen--classes = 子力类别，如 KRKAABB
help-tables-gen--folder = 存放残局库的文件夹，没有则新建
help-tables-gen--jobs = 线程数（默认每核一个）
help-tables-gen--memory = 内存，单位 MB；内存不够的类别在文件中处理
help-tables-gen--save_every = 每隔多少分钟保存一次进度
help-tables-info = 显示有哪些残局库：局面数、结果、最长的杀法、大小
help-tables-info--classes = 子力类别，如 KRKAABB（默认全部）
help-tables-info--json = 每个残局库输出一个 JSON 对象，而不是一张表
help-tables-check = 验证残局库：每一项都与其最佳着法相符，每个校验和都对
help-tables-check-long =
    验证残局库：每一项都与其最佳着法相符，每个校验和都对

    吃子后转成的各类残局库也须齐备。
help-tables-check--classes = 子力类别，如 KRKAABB（默认全部）
help-tables-check--jobs = 线程数（默认每核一个）
help-tables-check--json = 每个残局库输出一个 JSON 对象
help-tables-probe = 查询一个局面的结果，以及每一着之后的结果
help-tables-records = 显示各类的纪录：最长的杀法及其着法，以及谁先走谁吃亏的局面
help-tables-records--classes = 子力类别，如 KRKAABB（默认全部）
help-tables-records--json = 每个残局库输出一个 JSON 对象
help-train = 用 `datagen` 的对局训练评估局面的网络（训练）
help-train-after =
    示例：
      chuhe train data -o my.nn
      chuhe train --print-settings > settings.toml
      chuhe train settings.toml data -o my.nn --plot my.svg
      chuhe eval --option EvalFile=my.nn

    结果由设置、对局和 -j 的线程数决定：三者相同，则每个字节都相同。每过一遍，训练都存入网络旁的检查点；
    被 Ctrl-C 或其他原因中断后，同一命令从那里继续。写入的是最后一遍的网络。
    手册“Networks”（英文）说明从对局到能下棋的网络的全过程，以及每项设置的含义。
help-train--inputs = `datagen` 的对局文件或文件夹，以及 TOML 格式的设置；没写的项目与 --print-settings 所示相同
help-train--out = 要写的网络文件
help-train--from_network = 从这个网络的权重开始训练，而不从随机权重开始
help-train--jobs = 计算线程数（默认全部核心）
help-train--plot = 把每一遍的误差画成 SVG 文件，每过一遍重画
help-train--json = 最后输出一个 JSON 对象，而不是每遍一行
help-train--print_settings = 只输出默认设置

help-book = 制作、查看、检查和转换开局库
help-book-after =
    示例：
      chuhe book make games/ -o my.book        由任何格式的棋谱制作开局库
      chuhe book show --book my.book           库中初始局面的着法
      chuhe book show h2e2 h9g7                程序内置的库，走过几着之后
      chuhe book explore --plies 4             以树的形式列出着法
      chuhe book check my.book -o better.book  由引擎检查库中的着法
      chuhe book convert my.book -o BOOK.DAT   供象眼（ElephantEye）使用，也可转回
      chuhe --option OwnBook=true --option BookFile=my.book

    `embedded` 一词表示程序内置的开局库。能用的有本程序自己的格式和象眼的 BOOK.DAT。
    手册“Opening books”（英文）说明文件格式，以及如何选择着法。
help-book-make = 由棋谱制作开局库：每着走过多少次，结果如何
help-book-make--inputs = 棋谱文件或文件夹，`convert` 能读的格式都可以，也可以是 `datagen` 的文件或 `db` 的棋谱库；- 表示标准输入
help-book-make--out = 要写的开局库
help-book-make--plies = 每局从头取多少步（双方合计）
help-book-make--min_games = 少于这么多局的着法略去
help-book-make--player = 只取姓名中含有 NAME 的棋手的着法
help-book-make--result = 只取这些结果的棋局：red（红胜）、draw（和）、black（黑胜），几种之间用逗号
help-book-make--years = 只取这些年份的棋局，如 2000-2026
help-book-merge = 把几个开局库合为一个：局数相加，权重相加，两个分值取较低的
help-book-merge--books = 本程序自己格式的开局库
help-book-merge--out = 要写的开局库
help-book-show = 显示库中一个局面的着法：走的比例和结果
help-book-show--book = 开局库文件，或 embedded 一词
help-book-explore = 以树的形式列出库中着法，附比例、局数、得分率和分值
help-book-explore--book = 开局库文件，或 embedded 一词
help-book-explore--plies = 着法树的深度，单位为步（双方合计）
help-book-explore--branches = 每个局面最多列几着
help-book-explore--min_share = 比例低于百分之 PERCENT 的着法略去
help-book-check = 由引擎检查库中着法：列出漏着，并写出带分值、不走漏着的库
help-book-check--file = 开局库文件，或 embedded 一词
help-book-check--nodes = 每着搜索的节点数
help-book-check--margin = 比最好的着法差多少厘兵就算漏着
help-book-check--unscored = 着法都已有分值的局面不再检查
help-book-check--out = 写出带分值的库：漏着权重为零，其他着法越差权重越小；可以就是原文件
help-book-check--json = 每个局面输出一个 JSON 对象，而不是每个漏着一行
help-book-convert = 把开局库转成象眼的 BOOK.DAT，或转回来
help-book-convert--file = 开局库文件，或 embedded 一词
help-book-convert--out = 要写的开局库；文件名以 .dat 结尾则为 BOOK.DAT，否则为本程序自己的格式

help-cloud = 通过网络查询 chessdb.cn 的云库
help-cloud-after =
    示例：
      chuhe cloud                              初始局面
      chuhe cloud h2e2 h9g7 --notation chinese
      chuhe cloud '3k5/9/9/9/9/9/9/9/9/R3K4 w' --json
      chuhe cloud --cloud http://127.0.0.1:8080 --timeout 2s

    除本命令和 `chuhe serve` 网页上的按钮外，都不连接别的机器。本命令只发出局面，并请服务器不要学习它。
    分值由服务器给出：表中以兵为单位，从红方看；JSON 中为服务器的原值，从走棋方看。
help-cloud--cloud = 另一台使用相同 HTTP 接口的服务器
help-cloud--timeout = 等待应答的时间：毫秒数，或带单位，如 500ms、5s

help-net = 显示、比较和转换网络
help-net-after =
    示例：
      chuhe net show my.nn
      chuhe net compare old.nn new.nn data
      chuhe net convert my.nn -o my.safetensors

    `embedded` 一词表示程序内置的网络。手册“Networks”（英文）说明这些文件。
help-net-show = 显示网络的训练来源和权重概况
help-net-show--file = 网络文件，或 embedded 一词
help-net-compare = 比较两个网络：训练来源、对同一批局面的分值、在留出对局上的误差
help-net-compare--first = 网络文件，或 embedded 一词
help-net-compare--second = 另一个网络
help-net-compare--data = 对局文件或文件夹：按 A 的设置取其中留出的对局
help-net-compare--jobs = 计算线程数（默认全部核心）
help-net-convert = 把网络文件转成 Python 可读写的 safetensors 文件，或转回来
help-net-convert--file = 网络文件、safetensors 文件（由文件名判断），或 embedded 一词
help-net-convert--out = 要写的文件；以 .safetensors 结尾则供其他训练程序使用，否则为网络文件

help-datagen = 引擎以固定节点数自对弈，为 `tune` 和 `train` 产生数据
help-datagen-after =
    示例：
      chuhe datagen -o data --games 12k --nodes 2500 --seed 1
      chuhe datagen -o data --games 500 --nodes 5k --openings openings.fen --jobs 4
      chuhe datagen -o data --files 20..40 --soft-nodes 1k --seed 7
      chuhe datagen --join data -o all.games

    引擎、节点数、种子、开局和随机着法相同，则输出的每个字节都相同，与线程数无关，也与在哪台机器上下无关。
    每个文件 50 局；中断后用同一命令继续，--games 可以增加。几台机器各下不同的 --files，就能合下同一批对局。
    少数对局从上一局的残局开始，除非直接从给定的开局下起。文件格式见手册“Training data”（英文）。
help-datagen--out = 存放对局的文件夹，或 --join 的新文件
help-datagen--join = 不下棋，而把文件和文件夹中的对局按当前格式写入一个新文件
help-datagen--games = 总局数，包括文件夹中已有的
help-datagen--files = 不下最前的 --games 局，而下编号从 A 到 B（不含 B）的文件，每个 50 局
help-datagen--nodes = 每着最多的节点数（默认 2500，或 --soft-nodes 的 10 倍）
help-datagen--soft_nodes = 达到 N 个节点后，搜索不再加深
help-datagen--seed = 随机种子：相同的种子产生相同的随机选择
help-datagen--jobs = 同时进行的局数（默认全部核心）
help-datagen--openings = FEN 文件，一行一个，轮流用作开局
help-datagen--random_plies = 每局开始时随机走多少步，最少和最多（默认 8-12；给了 --openings 则为 0）
help-datagen--side_lines = 走完百分之多少的着法后，另搜索一个搜索树中的局面，作为支线

help-analyze = 分析局面，或文件中的全部局面，给出最好的着法
help-analyze-after =
    示例：
      chuhe analyze                                   从初始局面分析五秒
      chuhe analyze h2e2 h9g7 --depth 16              走了两着之后
      chuhe analyze '3k5/4a4/9/9/4P4/9/9/9/9/4K4 w' --movetime 2s --multipv 3
      chuhe analyze --nodes 1000000 --json | jq '.lines[0].pv'
      chuhe analyze 炮二平五 --notation chinese --option 'Skill Level=3'
      chuhe analyze positions.fen --nodes 10k --jobs 4 -o results.csv
      chuhe analyze games/ --positions all --depth 12 --json > results.jsonl

    文字中着法的写法由 --notation 决定，分值以兵为单位，红方为正。JSON 和 CSV 中着法为坐标（起点和落点，
    纵线从红方左边起为 a 到 i，横线从红方底线起为 0 到 9），分值为厘兵，走棋方为正。
    多个限制可以并用，先达到的一个结束搜索。Ctrl-C 也会结束，并给出至今的结果。
    --json 在最后为每个局面输出一个对象，其中杀棋的步数双方合计。

    给出几个局面或文件时，每个局面单独搜索，置换表从空开始，因此用 --nodes 或 --depth 且单线程时，
    输出与 --jobs 和其他局面无关，并按输入的顺序给出。用 --out 时，中断后再次运行同一命令即可继续。
    无法读取的局面跳过，并在标准错误说明。
    EPD 写明应走的着法（bm）或应避免的着法（am）时，每个结果注明对错，最后给出总数。

help-analyze--inputs = 局面：每个为 startpos、FEN 或着法，前两者之后也可接着法；或者局面、棋谱的文件或文件夹，- 表示标准输入
help-analyze--jobs = 同时搜索的局面数，每个用 --threads 个线程（默认用满全部核心）
help-analyze--to = 结果如何写，省略则由文件名决定，否则为 text：text（给人看，每个局面几行）、jsonl（每个局面一行 JSON）、csv（每条变化一行）
help-analyze--out = 结果写入的文件；- 或省略表示标准输出
help-analyze--movetime = 搜索 TIME 后停止：毫秒数，或带单位，如 500ms、5s、2m；没有其他限制时为 5s
help-analyze--multipv = 显示最好的 N 条变化
help-analyze--hash = 置换表大小，单位 MB（默认每个线程 64；有几个局面时 16，--nodes 较少时更小）
help-analyze--json = 输出 JSON 而不是文字，每个局面一个对象

help-annotate = 复盘：评定每一着，给出更好的着法和准确率
help-annotate-after =
    示例：
      chuhe annotate game.pgn                   在终端中列表
      chuhe annotate game.pgn -o game.html      任何浏览器都能看的网页
      chuhe annotate games.pgn --all -o pages/  每局一页，另有目录
      chuhe annotate games.pgn --game 3 --notation chinese -o game3.pgn
      chuhe annotate games/ --all --nodes 20000 -o annotated.pgn
      chuhe annotate h2e2 h9g7 h0g2 i9h9 --depth 12 --to json

    每个局面单独搜索，--jobs 个同时进行。限制不是时间时，结果与 --jobs 无关。
    写入文件夹时，中断后再次运行同一命令即可继续，只复盘缺少的和有变化的。写入一个文件时，同一命令从文件的最后一局
    之后继续，进度记在旁边的 FILE.unfinished；FILE.finished 表示已经完成。分值以兵为单位，红方为正。
    着法按损失的胜率评定：5 个百分点以上为缓着，10 个以上为失误，15 个以上为漏着。
    手册“Annotations”（英文）有公式、PGN 中的标签和注释，以及 JSON 的说明。
help-annotate--inputs = 棋谱文件或文件夹，`convert` 能读的任何格式，- 表示标准输入；或者一局棋：着法，之前可有 startpos 或 FEN
help-annotate--all = 复盘每个文件的每一局，而不只是第一局
help-annotate--game = 每个文件的第几局，从 1 数起
help-annotate--to = 输出的形式，省略则由文件名决定，否则为 text，文件夹则为 html：text（终端表格）、pgn（带评注和变着）、json（一局一行）、html（网页）
help-annotate--out = 写入文件，或文件夹（已存在，或以 / 结尾）：每局一个文件，另有目录
help-annotate--nodes = 每个局面搜索 N 个节点；没有其他限制时为 200000

help-board = 在终端画局面，或画成 SVG、PNG
help-board-after =
    示例：
      chuhe board                              初始局面
      chuhe board startpos moves h2e2 h9g7     标出最后一着
      chuhe board 炮二平五 马8进7 --flip       写法不限，黑方在下
      chuhe board game.pgn --ply 34            第一局走了 34 步之后
      chuhe board library.cbl --game 12 -o end.png
      chuhe board '3k5/4a4/9/9/4P4/9/9/9/9/4K4 w' -o end.png
      chuhe board moves h2e2 h9g7 -o board.svg --arrow h0g2 --mark g7:red
      chuhe board --svg - --theme print | lpr  白底黑字，用于打印

    着法可用坐标、WXF、汉字或 SAN。`chuhe convert` 能读的棋谱格式都能读。
    箭头和标记的颜色：green、red、blue、orange、purple、black 或 #rrggbb。
    SVG 中含有文字的字形，没有中文字体也显示得一样。
help-board--flip = 黑方在下
help-board--out = 画成图片写入文件，格式由文件名决定：.svg 或 .png
help-board--svg = 画成 SVG 写入文件；- 表示标准输出
help-board--png = 画成 PNG 写入文件；- 表示标准输出
help-board--width = PNG 的宽度，单位像素
help-board--arrows = 在图中画箭头，可重复
help-board--marks = 在图中的点上画圈，可重复
help-board--theme = 图的配色：wood（木纹，红黑棋子，默认）、print（白底黑字，箭头和标记也是黑色）
help-board--no_coordinates = 图中不画坐标

help-check-engine = 检查任意引擎的 UCCI 或 UCI 协议实现，并显示出错处的通信
help-check-engine-after =
    示例：
      chuhe check-engine cmd=./eleeye proto=ucci
      chuhe check-engine cmd=fairy-stockfish proto=uci coord=1 \
          option.UCI_Variant=xiangqi
      chuhe check-engine cmd=pikafish --only quit --only infinite
      chuhe check-engine --list

    FAIL 是会输棋或让象棋软件一直等待的错误：没有应答或应答两次、不合法的着法、超时、崩溃。
    WARN 是不好的习惯，或缺少某些软件依赖的功能。每项之下是通信记录：引擎启动以来的毫秒数，
    > 是发给引擎的行，< 是引擎发来的行，! 是它的标准错误。每项检查都重新启动引擎。
    时间按实际流逝计，因此检查时机器应当空闲。

help-check-engine--engine = 引擎：`chuhe engines` 中的名称，或 cmd=命令 args="A 'B C'" arg='B C' dir=文件夹 proto=ucci|uci|auto coord=0|1 option.NAME=VALUE
help-check-engine--protocol = 检查哪种协议：ucci（UCCI 3.0）、uci（象棋 UCI）、both（先后检查两种）（默认由 proto= 决定，否则为引擎应答的那些）
help-check-engine--only = 只做这一项检查，可重复
help-check-engine--timeout = 每个应答最多等多少毫秒
help-check-engine--list = 列出各项检查及其要求

help-convert = 在棋谱格式和着法写法之间转换
help-convert-after =
    示例：
      chuhe convert game.xqf --to pgn --notation chinese
      chuhe convert old.pgn new.pgn --notation wxf -o all.pgn
      chuhe convert games/ --to dhtmlxq -o out/     每个文件转换成一个
      chuhe convert library.cbl --to xqf -o out/    每局转换成一个文件
      chuhe convert games.pgn --to fen --positions all > positions.fen
      echo '炮二平五 马8进7' | chuhe convert - --to moves
      chuhe convert game.pgn --encoding gb18030 -o game-gb.pgn

    格式由内容和文件名识别：PGN、DhtmlXQ 文本、XQF、CBR、CBL、CBF、WXF、PFC（鹏飞）、QQ，或成行的着法或 FEN。
    文本可以是 UTF-8、带标记的 UTF-16、GB18030 或 Big5，着法写法不限。文件夹中只取文件名以
    pgn、xqf、cbr、cbl、cbf、wxf、pfc、che、dhtmlxq、ubb、moves、fen、epd、txt 结尾的。目标格式存不下的内容在标准错误计数，
    -v 逐局说明。一个 XQF 文件只存一局，多局请给出文件夹。各格式能存什么，见手册“File formats and notation”（英文）。
    一个文件的对局全部转换好了才写入。
help-convert--inputs = 棋谱文件或文件夹；- 表示标准输入
help-convert--to = 输出的格式，省略则由 -o 的文件名决定：pgn、dhtmlxq（网页和论坛，即 UBB）、xqf、moves（一行一局）、fen（一行一个局面）；cbr、cbl、cbf、wxf、pfc、qq 只能读
help-convert--positions = 每局的哪些局面写成 FEN：last（最后的局面）、first（开始的局面）、all（全部）
help-convert--encoding = 输出的编码：utf-8（现在的程序用）、gb18030（旧的 Windows 程序用）
help-convert--out = 存全部对局的一个文件，或文件夹（已存在，或以 / 结尾），每个文件各存一个；- 或省略表示标准输出
help-convert--json = 标准错误的报告写成 JSON，一行一个对象，最后一行为总计

help-db = 建立棋谱库并在其中查找
help-db-after =
    示例：
      chuhe db import games.db games/ more.pgn       导入棋谱；有新棋谱时再次运行
      chuhe db search games.db --player 许银川 --since 2000
      chuhe db search games.db --material 'KRNP*KRCP*' --material-plies 10
      chuhe db explore games.db 炮二平五 马8进7
      chuhe db export games.db --opening 顺炮 -o found.pgn
      chuhe db info games.db
      chuhe db check games.db                        检查是否完好

    棋谱库是一个 SQLite 文件。姓名不分简繁体，局面和着法与其左右镜像视为相同。
    手册“Databases”（英文）说明其中保存什么、速度如何。
help-db-import = 把棋谱导入棋谱库，没有则建立
help-db-import-after =
    示例：
      chuhe db import games.db games/
      chuhe db import games.db new.pgn old.cbl data/
      xz -dc all.pgn.xz | chuhe db import games.db -
      chuhe db import games.db                       完成被中断的导入

    `convert` 能读的格式都能读，还有 `datagen` 的数据文件。早先导入过的文件会略过，导入了一半的文件用同一命令继续。
    一局棋若与库中某局着法相同，且其棋手、赛事、日期、轮次和结果在那一局中都有，即为重复，不再存入。
help-db-import--inputs = 棋谱文件或文件夹；- 表示标准输入
help-db-import--json = 总计写成一个 JSON 对象，标准错误的报告一行一个对象
help-db-search = 列出符合全部条件的对局
help-db-search-after =
    示例：
      chuhe db search games.db --player 胡荣华 --result red
      chuhe db search games.db --red 'hu ronghua' --event cup --since 1970 --until 1979
      chuhe db search games.db --opening 中炮对屏风马 --limit 100
      chuhe db search games.db 炮二平五 炮8平5
      chuhe db search games.db --material KRPKR --material-plies 20 --json
      chuhe db search games.db --beginning 'h2e2 h9g7' --stretch 'e2e6 d9e8'
help-db-search--player = 任一方棋手姓名的一部分，简繁体、拼音均可
help-db-search--red = 红方姓名的一部分
help-db-search--black = 黑方姓名的一部分
help-db-search--event = 赛事名称的一部分
help-db-search--since = 某年、某月或某日及以后：1990、1990.05、1990.05.01
help-db-search--until = 某年、某月或某日及以前
help-db-search--result = 结果：red（红胜）、black（黑胜）、draw（和棋）、unknown（不明）
help-db-search--opening = 开局名称的一部分，中文或英文
help-db-search--material = 局中出现的子力：先一方、再另一方，各以将帅 K 开头；* 表示士象不限
help-db-search--material_plies = 该子力至少保持多少步
help-db-search--beginning = 开头的着法，写法不限，加引号
help-db-search--stretch = 局中任何地方连续出现的着法，用坐标，加引号
help-db-search--fen = 局中出现的局面，加引号；左右对称的局面视为相同
help-db-search--moves = 从该局面（省略则为初始局面）走出的着法，写法不限
help-db-search--limit = 最多列出多少局
help-db-search--offset = 略过前面多少局
help-db-search--json = 输出一个 JSON 对象，含对局的着法
help-db-explore = 显示某局面中走过哪些着法、多少局、成绩如何
help-db-explore-after =
    示例：
      chuhe db explore games.db
      chuhe db explore games.db 炮二平五 马8进7 --notation chinese
      chuhe db explore games.db --red 柳大华 --since 1980
      chuhe db explore games.db '3ak4/9/9/9/9/9/9/4B4/4A4/R3K4 w' --json

    成绩从走棋方看；分值以兵为单位，从红方看。JSON 中两者都从走棋方看。
help-db-explore--player = 任一方棋手姓名的一部分，简繁体、拼音均可
help-db-explore--red = 红方姓名的一部分
help-db-explore--black = 黑方姓名的一部分
help-db-explore--event = 赛事名称的一部分
help-db-explore--since = 某年、某月或某日及以后：1990、1990.05、1990.05.01
help-db-explore--until = 某年、某月或某日及以前
help-db-explore--result = 结果：red（红胜）、black（黑胜）、draw（和棋）、unknown（不明）
help-db-explore--opening = 开局名称的一部分，中文或英文
help-db-explore--material = 局中出现的子力：先一方、再另一方，各以将帅 K 开头；* 表示士象不限
help-db-explore--material_plies = 该子力至少保持多少步
help-db-explore--beginning = 开头的着法，写法不限，加引号
help-db-explore--stretch = 局中任何地方连续出现的着法，用坐标，加引号
help-db-explore--branches = 最多显示多少着
help-db-export = 写出符合全部条件的对局，格式与 `convert` 相同
help-db-export-after =
    示例：
      chuhe db export games.db -o all.pgn
      chuhe db export games.db --player 吕钦 --notation chinese -o lvqin.pgn
      chuhe db export games.db --material 'KRP*KR*' --to xqf -o endings/
      chuhe db export games.db --opening 顺炮 --to fen --positions all > positions.fen

    全部对局写完后文件才会出现。
help-db-export--player = 任一方棋手姓名的一部分，简繁体、拼音均可
help-db-export--red = 红方姓名的一部分
help-db-export--black = 黑方姓名的一部分
help-db-export--event = 赛事名称的一部分
help-db-export--since = 某年、某月或某日及以后：1990、1990.05、1990.05.01
help-db-export--until = 某年、某月或某日及以前
help-db-export--result = 结果：red（红胜）、black（黑胜）、draw（和棋）、unknown（不明）
help-db-export--opening = 开局名称的一部分，中文或英文
help-db-export--material = 局中出现的子力：先一方、再另一方，各以将帅 K 开头；* 表示士象不限
help-db-export--material_plies = 该子力至少保持多少步
help-db-export--beginning = 开头的着法，写法不限，加引号
help-db-export--stretch = 局中任何地方连续出现的着法，用坐标，加引号
help-db-export--fen = 局中出现的局面，加引号；左右对称的局面视为相同
help-db-export--moves = 从该局面（省略则为初始局面）走出的着法，写法不限
help-db-export--to = 输出的格式，省略则由 -o 的文件名决定：pgn、dhtmlxq（网页和论坛，即 UBB）、xqf、moves（一行一局）、fen（一行一个局面）；cbr、cbl、cbf、wxf、pfc、qq 只能读
help-db-export--positions = 每局的哪些局面写成 FEN：last（最后的局面）、first（开始的局面）、all（全部）
help-db-export--encoding = 输出的编码：utf-8（现在的程序用）、gb18030（旧的 Windows 程序用）
help-db-export--out = 存全部对局的一个文件，或文件夹（已存在，或以 / 结尾），每个文件各存一个；- 或省略表示标准输出
help-db-export--json = 标准错误的报告写成 JSON，一行一个对象，最后一行为总计
help-db-info = 显示棋谱库的统计
help-db-check = 检查棋谱库：文件、每局能否走通、索引是否与棋谱相符

help-judge = 裁决：循环局面、自然限着、将死、困毙、双方无进攻子力
help-judge-after =
    示例：
      chuhe judge '5k3/9/2R6/9/c3c4/9/9/9/9/3K5 w' \
          c7c5 e5e7 c5c7 e7e5 c7c5 e5e7 c5c7 e7e5
      chuhe judge --rules chinese 炮二平五 马8进7
      chuhe judge --rules computer --json \
          h0g2 h9g7 g2h0 g7h9 h0g2 h9g7 g2h0 g7h9
      chuhe judge --rules asian games.pgn
      chuhe judge old/ new.xqf --json

    先写结果：和棋、红负、黑负或未分胜负，这是对最后一着之后的局面的裁决。着法逐着编号，双方合计。
    对棋谱文件中的每一局，还列出此前已分胜负的局面；不完整的棋谱裁决到能读到的地方。规则全文见手册“循环局面的裁决”。

help-judge--inputs = 棋局：着法，之前可有 startpos 或 FEN；或者棋谱文件或文件夹，`convert` 能读的任何格式，- 表示标准输入
help-judge--json = 输出 JSON 而不是文字，每局一个对象

help-match = 引擎对抗赛：裁决对局，测量棋力
help-match-after =
    示例：
      chuhe match chuhe ./pikafish
      chuhe match chuhe ./pikafish --rounds 50 --each st=1 --jobs 2
      chuhe match --engine cmd=chuhe --engine cmd=eleeye proto=ucci \
          --each tc=1+0.01 --openings file=openings.fen order=random \
          --rounds 100 --jobs 2
      chuhe match --engine cmd=new/chuhe name=new --engine cmd=old/chuhe name=old \
          --each nodes=20k --openings file=openings.fen order=random \
          --rounds 5000 --sprt elo0=0 elo1=10
      chuhe match gauntlet.toml --rounds 200

    引擎的设置，写在 --engine 中，或在 --each 中对全部引擎：
      cmd=命令 args="A 'B C'" dir=文件夹 name=名称
      proto=ucci|uci|auto coord=0|1（第一条横线；有 option.UCI_Variant 时为 1）
      scoreunit=cp|horse（分值的单位：百分之一兵，或如 UCCI 的百分之一马）
      option.NAME=VALUE restart=on|off ponder=on|off timemargin=毫秒
      tc=着数/分:秒+加秒 st=每着秒数 nodes=N depth=N

    中断（如 Ctrl-C）后再次运行同一命令即可继续，一局也不重下：下完的对局都在比赛文件夹的 journal.jsonl 中。
    增加 --rounds 可延长比赛。对局由 chuhe 的规则裁决，与引擎所说无关；引擎崩溃、无响应、
    超时或走出不合法的着法，则该局判负并重新启动。fastchess 的单横线选项如 -engine、-each 也能识别，
    对照表见手册“Flags”（英文）。统计以同一开局、互换红黑的一对对局为单位。
    读取输出的一方退出时，比赛照常进行，结果在 result.json 中。`chuhe serve --watch` 可在浏览器中
    观看比赛，进行中或结束后都可以。
help-match--contenders = 各引擎的命令，`chuhe` 指本程序；未设时限则用 10+0.1，未设开局则用内置开局库。以 .toml 结尾的是含有这些设置的文件：键与选项同名，成组的写成表
help-match--engine = 一个引擎，每个引擎写一次；设置见下
help-match--each = 对所有未自行设置的引擎的设置
help-match--tournament = 谁与谁对局：roundrobin（循环赛）、gauntlet（擂台赛：前几个引擎与其余的对局）
help-match--seeds = 擂台赛中前几个引擎是擂主（默认 1）
help-match--rounds = 每两个引擎相遇多少次，每次用不同开局（默认 1）
help-match--games = 每次相遇下几局：2 为互换红黑（默认 2）
help-match--noswap = 从不互换红黑：先写的引擎执红
help-match--openings = 开局，取自任何格式的棋谱文件，或用 `file=embedded` 取自内置开局库：file=文件 format=格式 order=sequential|random plies=N start=N
help-match--srand = 开局随机次序的种子（默认 1）
help-match--jobs = 同时进行的局数（默认 1）
help-match--use_affinity = 把每局的引擎绑定到各自的处理器，从所列的或全部处理器中选（Linux）
help-match--clock = 棋钟计什么时间：wall（实际流逝的时间）、cpu（引擎占用的处理器时间，Linux，用于繁忙的机器）
help-match--sprt = 结果明朗即停止（序贯检验）：elo0=A elo1=B alpha=P beta=P model=normalized|logistic
help-match--rules = 裁决循环局面的规则：asian（亚洲规则）、chinese（中国规则）、computer（计算机规则）（默认 asian）
help-match--draw_moves = 自然限着：满多少回合未吃子判和；0 表示不限（默认 60）
help-match--resign = 连续 movecount=N 着，负方的分值都不高于 −score=N（百分之一兵）即判负；twosided=true 时还须胜方的分值一致
help-match--draw = 走满 movenumber=N 回合后，双方分值连续 movecount=N 着与 0 相差都不超过 score=N（百分之一兵）即判和
help-match--maxmoves = 走满 N 回合判和
help-match--startup_ms = 引擎启动最多用多少毫秒（默认 10000）
help-match--ping_ms = 引擎应答 isready 和 stop 最多用多少毫秒（默认 10000）
help-match--stall_ms = 不计时的时候，引擎一着最多想多少毫秒（默认 300000）
help-match--out = 存放日志、棋谱和结果的文件夹（默认 matches/ 下以比赛命名的文件夹）
help-match--fresh = 从第一局开始，即使文件夹中已有本比赛的对局；那些对局会被删除
help-match--notation = games.pgn 中着法的写法：coordinates（坐标 h2e2）、iccs（PGN 的坐标 H2-E2）、wxf（C2.5）、chinese（炮二平五）、traditional（繁体，用 車、馬）（默认 iccs，或由 `CHUHE_NOTATION` 决定）
help-match--pgnout = 把对局的 PGN 也写入这个文件，在结束或按 Ctrl-C 时写
help-match--log = 保留哪些对局中与引擎的通信，存于 logs/：none（不保留）、faults（因引擎出错而负的）、all（全部）（默认 faults）
help-match--event = games.pgn 中的赛事名
help-match--site = games.pgn 中的地点
help-match--ratinginterval = 输出不是终端时，每多少局报告一次；0 表示只在最后（默认 10）
help-match--json = 输出 JSON 结果而不是文字
help-match--second_opinion = 下完的对局再由这个程序裁决，并报告不一致之处

help-play = 与楚河或其他引擎对弈，在终端的棋盘上或逐行输入
help-play-after =
    示例：
      chuhe play                              执红，对手较弱，5 级
      chuhe play --level 3 --side black       更弱的对手，引擎先走
      chuhe play --level 12 --coach           显示分值，走漏着之前提醒
      chuhe play --elo 1200 --clock 10m+5s --notation chinese
      chuhe play '3k5/9/9/9/9/9/9/4B4/4A4/R3K4 w'  残局，写明轮到谁走
      chuhe play --save game.pgn                        每着之后自动保存……
      chuhe play --load game.pgn --save game.pgn        ……接着下
      chuhe play --movetime 1s --engine cmd=./pikafish  与其他引擎对弈
      chuhe play --puzzles puzzles.json       做 `chuhe puzzles` 的习题
      printf 'h2e2\nhint\nquit\n' | chuhe play --nodes 5000

    在终端上用方向键和回车、鼠标，或键入 h2e2、C2.5、炮二平五；F1 或 ? 列出按键。
    用作命令的字母，如 h（提示），要按回车才生效，因为着法也以字母开头。
    不在终端上或用 --line 时，每行是一着或一个命令；`help`（帮助）列出命令。
    将死、循环（按选项 `Repetition Rule` 的规则）、自然限着、超时都会结束对局，并说明裁决的理由。与其他引擎对弈时，提示、教练和裁决仍由楚河负责。
    --save 写成 PGN，`convert` 能读的棋谱格式 --load 都能读。
help-play--side = 你执哪方：red（红，先走）、black（黑）、random（随机）；省略则为走棋方，或载入的对局中你执的一方
help-play--coach = 教练：显示分值和最佳变化，走漏着之前提醒
help-play--puzzles = 做 `chuhe puzzles --to json` 写出的习题，而不是下一局棋
help-play--level = 引擎的级别，从儿童水平到全力；省略则为 5，给出 --nodes 或 --movetime 时为 20
help-play--hash = 置换表大小，单位 MB（默认每个线程 64）
help-play--elo = 引擎的等级分，代替级别
help-play--clock = 用棋钟：每方用时和每着加时，如 10m+5s
help-play--load = 从文件继续一局
help-play--save = 每着之后把对局保存为 PGN
help-play--line = 在终端上也逐行输入
help-play--movetime = 引擎每着的时间：毫秒数，或带单位，如 500ms、5s；没有其他限制时为 3s
help-play--nodes = 引擎每着的节点数
