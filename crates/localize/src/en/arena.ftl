# Errors in opening files.

# The register of engines.
engines-added = added { $name }: { $engine }
engines-none = no engines; add one with `chuhe engines add NAME PROGRAM`
engines-exists = there is already an engine called { $name }; add --fresh to replace it
engines-unknown = unknown engine '{ $name }'; expected one of { $known }, or cmd=PROGRAM; put other arguments before --engine
engines-unknown-none = unknown engine '{ $name }'; add it with `chuhe engines add { $name } PROGRAM`, or write cmd=PROGRAM; put other arguments before --engine
engines-one = give --engine once: this command uses one engine
engines-same = { $name } is given twice; to compare settings, set different options
engines-unfit = not a xiangqi engine
engines-bad-name = expected letters, digits, '.', '_' or '-', and not chuhe
