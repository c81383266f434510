# What is wrong with files of openings.
