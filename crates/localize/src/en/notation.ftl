# Why games and moves cannot be read or written, and what is lost.

word-refused = move { $number }: { $reason }
