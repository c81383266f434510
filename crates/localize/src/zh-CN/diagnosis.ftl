# 体检：机器、自检，以及如何把引擎加到象棋软件里。

doctor-machine = 机器
doctor-checks = 自检
doctor-cpu = 处理器
doctor-build = 编译
doctor-network = 网络
doctor-network-none = 无：使用手工评估；如从文件读入网络，将使用 { $path }
doctor-network-used = { $role ->
    [whole] 独立评估
   *[correction] 修正手工评估
}，数据 { $digest }，使用 { $path }
doctor-threads = 线程
doctor-memory = 内存
doctor-build-uses = { $target }，使用 { $features }
doctor-nothing-special = 通用指令
doctor-not-optimised = 未优化：对弈请用 `cargo build --release` 编译
doctor-also-has = 处理器还支持 { $features }
doctor-native = （用 RUSTFLAGS='-C target-cpu=native' 编译可以用上）
doctor-threads-up-to = { $threads }：选项 Threads 不要超过此数
doctor-memory-free = 可用 { $megabytes } MB
doctor-memory-untold = 系统没有给出可用内存
doctor-hash-up-to = { $memory }：选项 Hash 最大 { $megabytes }
doctor-no-hash = { $memory }：不够分配置换表，请先关闭一些程序
doctor-failed = 有 { $count } 项自检未通过，请按其建议处理
doctor-ok = 一切正常。
doctor-no-binary = 找不到本程序的路径
doctor-how-to = 如何加到象棋软件里。引擎文件为：
doctor-blanks = 有的象棋软件不能启动路径中有空格的程序：请把本程序复制到没有空格的路径。
doctor-host = { $name }（{ $systems }）：{ $protocol }

doctor-test = { $test ->
    [generator] 着法生成
    [search] 搜索
    [speed] 速度
   *[other] { $test }
}
doctor-rebuild = 此程序已损坏：请用干净的源码重新编译，或报告问题，并附上 `chuhe --version` 的输出。
doctor-unblock = 请手动启动本程序并输入 ucci；如果没有应答 ucciok，请检查是否被杀毒软件、沙箱或文件权限阻止。
doctor-wrong-count = { $fen }：深度 { $depth } 有 { $counted } 个叶节点，应为 { $expected }
doctor-counts-right = { $positions } 个局面共 { $leaves } 个叶节点，全部正确，用时 { $millis } 毫秒
doctor-wrong-mate = { $fen }：找到 { $found }，分值 { $score }，应为 { $best }，{ $moves } 步杀
doctor-mates = 找到 { $count } 个杀局
doctor-no-speed = 搜索一秒没有结果
doctor-speed = 单线程每秒 { $speed } 节点，一秒搜索到深度 { $depth }

doctor-cannot-start = 无法启动 { $path }：{ $error }
doctor-cannot-write = 无法发送命令 { $line }：{ $error }
doctor-silent = { $seconds } 秒内没有 { $word }
doctor-bad-move = 引擎应答的 { $answer } 不是合法着法
doctor-status = 退出状态：{ $status }
doctor-stays = 收到 quit 后不退出
doctor-greeted = { $millis } 毫秒后 { $word }，{ $answer }

doctor-host-name = { $host ->
    [xqwizard] 象棋巫师 XQWizard
    [sharkchess] 鲨鱼象棋 SharkChess
    [bhgui] 兵河五四 BHGUI
    [tchess] TCHESS public-Xiangqi
    [cutechess] cutechess 支持象棋的分支
    [cchess] Python 库 cchess
    [any] 象棋桥、象棋名手、佳佳象棋及其他软件
   *[other] { $name }
}
doctor-host-systems = { $host ->
    [tchess] Windows、Linux、macOS
    [cutechess] Windows、Linux、macOS
    [xiangqi-lab] Windows、Linux、macOS
    [cchess] Windows、Linux、macOS
    [any] 任何系统
   *[other] { $systems }
}
doctor-host-protocol = { $host ->
    [sharkchess] UCCI（也可用 UCI）
    [bhgui] UCCI（也可用 UCI）
    [tchess] UCI，自动识别
    [xboard] UCCI，经 uci2wb
    [cchess] UCCI（UciEngine 用 UCI）
    [any] 能用 UCCI 则用 UCCI，否则用 UCI
   *[other] { $protocol }
}
doctor-host-steps = { $host ->
    [xqwizard] 在“引擎”设置中，将文件 { $engine } 添加为 UCCI 引擎。
    [sharkchess] 在“引擎管理”中添加 { $engine }，协议选择 UCCI。
    [bhgui] 在“引擎管理”中添加 { $engine }，协议选择 UCCI。
    [tchess] 在“引擎管理”中添加 { $engine }。
    [xboard]
        xboard -variant xiangqi -fcp "uci2wb -var xiangqi -x { $engine }"
        用 UCI 时把 -x 改为 -c。请先安装软件包 xboard 和 uci2wb。
    [gmchess]
        在首选项中把引擎（Engine）填为 { $engine }，并关闭开局库；或者在配置文件夹
        （$XDG_CONFIG_HOME 或 ~/.config）的 gmchess/config 中写入：
        engine_name={ $engine }
        usebook=0
    [cutechess]
        cutechess-cli -variant xiangqi -each proto=uci tc=60+1 -engine name=chuhe cmd={ $engine } \
            -engine name=other cmd=OTHER
        或者在窗口中：工具 → 设置 → 引擎（Tools, Settings, Engines），命令填 { $engine }，协议选 UCI。
    [xiangqi-lab]
        在设置中填写引擎路径，或者在配置文件夹的 xiangqilab/config.json 中写入：
        "engine": {"{"}"engine_path": "{ $engine }"{"}"}
    [any] 在“引擎管理”或“引擎设置”中添加文件 { $engine }，不用填写参数，协议自动识别。
   *[other] { $steps }
}
