#!/usr/bin/env python3
"""Generates crates/review/src/picture/outlines.rs, the characters in pictures as paths, so that viewers need no font.

Run once, with the Debian packages fonts-lxgw-wenkai, fonts-aoyagi-kouzan-t and python3-fonttools:
    FONTS=/usr/share/fonts/truetype
    scripts/outlines.py $FONTS/lxgw-wenkai/LXGWWenKai-Bold.ttf $FONTS/aoyagi-kouzan-t/AoyagiKouzanT.ttf > crates/review/src/picture/outlines.rs
"""

import sys

from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

CHARACTERS = "帥仕相傌俥炮兵將士象馬車砲卒帅马车将KABNRCPabcdefghi0123456789"
# The river is written with a brush.
RIVER = "楚河漢界"

HEADER = """\
//! The characters in pictures, as paths. Written by `scripts/outlines.py`, not by hand.
//!
//! The shapes are those of `LXGW WenKai` (霞鹜文楷) Bold 1.250, copyright 2021-2022 lxgw, under the SIL Open Font License
//! 1.1, whose text is in `OFL.txt` next to this file. These outlines remain under that licence. The characters of the
//! river are those of `AoyagiKouzanT` (青柳衡山フォントT) by Kouzan Aoyagi, which is in the public domain.

/// The shape of a character.
pub(super) struct Outline {
    pub(super) character: char,
    /// The left, top, right and bottom of the ink, in thousandths of the font size; y increases downward from the
    /// baseline.
    pub(super) bounds: [i16; 4],
    /// The commands of an SVG path in the same units.
    pub(super) path: &'static str,
}

"""


def outline(font, character):
    glyphs = font.getGlyphSet()
    glyph = glyphs[font.getBestCmap()[ord(character)]]
    scale = 1000 / font["head"].unitsPerEm
    flip = (scale, 0, 0, -scale, 0, 0)
    path = SVGPathPen(glyphs, ntos=lambda number: str(round(number)))
    glyph.draw(TransformPen(path, flip))
    bounds = BoundsPen(glyphs)
    glyph.draw(TransformPen(bounds, flip))
    left, top, right, bottom = (round(number) for number in bounds.bounds)
    return f"[{left}, {top}, {right}, {bottom}]", path.getCommands()


def main():
    pieces, brush = [TTFont(path) for path in sys.argv[1:]]
    print(HEADER, end="")
    print("/// Every character, in no particular order.")
    print("#[rustfmt::skip]")
    print("pub(super) const OUTLINES: &[Outline] = &[")
    for font, character in [(pieces, it) for it in CHARACTERS] + [(brush, it) for it in RIVER]:
        bounds, path = outline(font, character)
        print(f"    Outline {{ character: '{character}', bounds: {bounds},")
        print(f'        path: "{path}" }},')
    print("];")


main()
