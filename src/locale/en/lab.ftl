# Self-play games as data, and tuning.

data-none = it is no file of games, or one of another version
data-checksum = it is damaged: the checksum is wrong
data-senseless = it makes no sense: { $why }
data-start = a game begins with no position: { $error }
data-illegal = ply { $ply } of a game is illegal: { $mv }
data-start-no-text = a start is no text
data-no-result = a game has no result
data-move-missing = a move is missing
data-move-off-board = a move leaves the board
data-cut = it ends in the middle of a game
data-header-no-end = the header has no end
data-header-none = the header is none
data-surplus = there is something behind the last game

datagen-other-run = { $path } was made by
datagen-not-by = not by
datagen-unbalanced = game { $game }: no balanced opening was found
datagen-soft-nodes = --soft-nodes { $soft } must be less than --nodes { $nodes }, which ends every search
datagen-all-alike = without random plies and without --openings all games would be the same
datagen-done = { $games } of { $all } games in { $folder }; { $new } new ones with { $plies } plies in { $seconds } s
datagen-progress = {"{"}bar:40{"}"} {"{"}pos{"}"}/{"{"}len{"}"} games, {"{"}elapsed{"}"} gone, {"{"}eta{"}"} to go, {"{"}per_second{"}"} games/s

tune-too-few = { $games } games have too few quiet positions to learn from
tune-positions = { $games } games: { $learnt } positions to learn from, { $held } held out ({ $seconds } s)
tune-progress = {"{"}bar:40{"}"} {"{"}pos{"}"}/{"{"}len{"}"} passes, {"{"}eta{"}"} to go, {"{"}msg{"}"}
tune-error = error { $error }, held out { $held }
tune-written = { $path } written ({ $seconds } s)
tune-share = expected a number from 0 to 1
tune-number = expected a number
tune-positive = expected a number from 0

perft-progress = {"{"}bar:30{"}"} {"{"}pos{"}"}/{"{"}len{"}"} moves, {"{"}eta{"}"} left

train-checkpoint-none = this is no training to go on with, or it is damaged
train-checkpoint-settings = the training in it has other settings
train-checkpoint-data = the training in it has other games
