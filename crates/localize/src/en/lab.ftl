# Self-play data, and tuning.

datagen-soft-nodes = --soft-nodes { $soft } must be less than --nodes { $nodes }, which ends every search
datagen-all-alike = without random plies or --openings, all games would be the same
datagen-done = { $games } of { $all } { PLURAL($all, "game", "games") } in { $folder }; { $new } new { PLURAL($new, "one", "ones") } with { $plies } { PLURAL($plies, "ply", "plies") } in { $seconds } s
datagen-join-inside = { $path } is in { $folder }, so training on this folder would read each game twice; write the file to another folder
datagen-join-progress = {"{"}bar:40{"}"} {"{"}pos{"}"}/{"{"}len{"}"} files, {"{"}elapsed{"}"} elapsed, {"{"}eta{"}"} left
datagen-joined = { $games } { PLURAL($games, "game", "games") } with { $plies } { PLURAL($plies, "ply", "plies") } in { $path }, { $bytes } { PLURAL($bytes, "byte", "bytes") }
datagen-progress = {"{"}bar:40{"}"} {"{"}pos{"}"}/{"{"}len{"}"} games, {"{"}elapsed{"}"} elapsed, {"{"}eta{"}"} left, {"{"}per_second{"}"} games/s

tune-too-few = too few quiet positions to learn from or to hold out (games: { $games })
tune-positions = { $games } { PLURAL($games, "game", "games") }: { $learnt } { PLURAL($learnt, "position", "positions") } to learn from and { $held } held out ({ $seconds } s)
tune-progress = {"{"}bar:40{"}"} {"{"}pos{"}"}/{"{"}len{"}"} passes, {"{"}eta{"}"} left, {"{"}msg{"}"}
tune-error = error { $error }, held-out error { $held }
tune-written = { $path } written ({ $seconds } s)
tune-whole = { $path }: this network replaces the hand-crafted evaluation; expected one that corrects it
tune-number = expected a number
tune-positive = expected a number, at least 0

perft-progress = {"{"}bar:30{"}"} {"{"}pos{"}"}/{"{"}len{"}"} moves, {"{"}eta{"}"} left

train-replay = {"{"}bar:40{"}"} {"{"}pos{"}"}/{"{"}len{"}"} games replayed, {"{"}eta{"}"} left
train-progress = {"{"}bar:40{"}"} {"{"}prefix{"}"} {"{"}pos{"}"}/{"{"}len{"}"} positions, {"{"}eta{"}"} left, {"{"}per_second{"}"} positions/s
train-epoch-of = pass { $epoch } of { $all },
train-positions = { $games } { PLURAL($games, "game", "games") }: { $learnt } { PLURAL($learnt, "position", "positions") } to learn from and { $held } held out ({ $seconds } s)
train-hand-crafted = held-out error of the hand-crafted evaluation: { $error }
train-resumed = resuming after pass { $epochs } from { $path }
train-epoch = pass { $epoch }: error { $error }, held-out error { $held }, { $speed } positions/s
train-epoch-earlier = pass { $epoch }: error { $error }, held-out error { $held }
train-best = pass { $epoch } had the lowest held-out error, { $error }, but the network of the last pass was written. Fewer passes, more games or a lower learning rate may help.
train-written = { $path } written ({ $seconds } s)
train-interrupted = interrupted after { $epochs } of { $all } { PLURAL($all, "pass", "passes") }; run the same command again to resume
train-no-data = no games: name files or folders from `datagen`
train-bad-settings = invalid training configuration
train-plot-svg = { $path }: the plot is an SVG file; its name must end in .svg

# Displaying and comparing networks.

net-none-embedded = this build has no embedded network; name a file
net-role = { $role ->
    [whole] the whole evaluation
   *[correction] a correction of the hand-crafted evaluation
}
net-shape = shape
net-shape-is = { $inputs } { PLURAL($inputs, "input", "inputs") } and { $width } { PLURAL($width, "neuron", "neurons") } per side, { $outputs } { PLURAL($outputs, "output", "outputs") }
net-scale = scale
net-scale-is = { $scale } centipawns for an output of 1
net-file = file
net-file-is = { $bytes } bytes, checksum { $checksum }
net-version = version
net-digest = digest
net-games = games
net-neurons = neurons
net-neurons-are = { $dead } dead in { $positions } { PLURAL($positions, "position", "positions") }, { $unheard } not used by any output
net-inputs = inputs
net-inputs-are = { $zero } of { $all } without weights
net-settings = settings:
net-weights = weights
net-count = count
net-least = minimum
net-greatest = maximum
net-mean-size = mean absolute
net-part = { $part ->
    [inputs] inputs
    [input_bias] neurons' bias
    [outputs] outputs
   *[output_bias] outputs' bias
}
net-written = { $path } written
net-made-alike = both networks were trained in the same way
net-made-differently = differences in how they were trained (A, B):
net-values = B minus A on { $positions } { PLURAL($positions, "position", "positions") }, in centipawns:
net-mean-difference = mean
net-rms-difference = rms
net-greatest-difference = maximum
net-correlation = correlation
net-outputs = network alone
net-totals = whole evaluation
net-held-out = mean squared error on these held-out positions:
net-hand-crafted = hand-crafted evaluation
