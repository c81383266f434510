# Why games and moves cannot be read or written, and what is lost in conversion.

word-refused = move { $number }: { $reason }
