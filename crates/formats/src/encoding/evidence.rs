//! Evidence for the encoding of a piece of text.

use std::sync::LazyLock;

use encoding_rs::{BIG5, Encoding, GB18030, UTF_8, WINDOWS_1252};

/// The candidate encodings. If several fit equally well, the first is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GuessedCharset {
    Utf8,
    Gb18030,
    Big5,
    /// Windows-1252, which includes Latin-1.
    Latin,
}

impl GuessedCharset {
    const ALL: [Self; 4] = [Self::Utf8, Self::Gb18030, Self::Big5, Self::Latin];

    pub(super) fn encoding(self) -> &'static Encoding {
        match self {
            Self::Utf8 => UTF_8,
            Self::Gb18030 => GB18030,
            Self::Big5 => BIG5,
            Self::Latin => WINDOWS_1252,
        }
    }
}

/// How well a text fits each encoding.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Evidence([i32; 4]);

impl Evidence {
    /// The evidence before any text of a program from mainland China is examined. Without it, a single name of two
    /// characters in GB18030 may look like two frequent ones in Big5.
    pub(super) const FOR_GB18030: Self = Self([0, COMMON / 2, 0, 0]);

    pub(super) fn of(bytes: &[u8]) -> Self {
        Self([utf8(bytes), gb18030(bytes), big5(bytes), latin(bytes)])
    }

    /// Adds the evidence from another part, multiplied by a weight.
    pub(super) fn add(&mut self, other: Self, weight: i32) {
        for (sum, points) in self.0.iter_mut().zip(other.0) {
            *sum += points * weight;
        }
    }

    pub(super) fn best(self) -> GuessedCharset {
        let best = self.0.iter().copied().max();
        let place = self.0.iter().position(|&points| Some(points) == best);
        GuessedCharset::ALL[place.expect("the largest is among them")]
    }
}

/// The points for characters of moves, for characters frequent in game files, for common, rarer and odd characters, and
/// for errors.
const MOVE: i32 = 12;
const FREQUENT: i32 = 9;
const COMMON: i32 = 6;
const RARE: i32 = 1;
const ODD: i32 = -2;
const BAD: i32 = -16;
/// The points for a bad byte in windows-1252: one less than in UTF-8, where the byte is replaced and therefore
/// reported.
const BAD_LATIN: i32 = BAD / 2 - 1;

/// The characters of moves in both scripts.
const MOVE_CHARACTERS: &str = "进進退平車车马馬炮砲包兵卒象相士仕将將帅帥俥傌前后後中一二三四五六七八九\
    １２３４５６７８９";

/// Frequent characters of names, events and comments in both scripts. In short texts, they decide between GB18030 and
/// Big5, in which most pairs of bytes are characters.
const FREQUENT_CHARACTERS: &str = "\
    王李张張刘劉陈陳杨楊黄黃赵趙吴吳周徐孙孫朱胡郭何高林罗羅郑鄭梁谢謝宋唐许許韩韓冯馮邓鄧曹彭曾肖田董袁潘于蒋蔣蔡余\
    杜叶葉程苏蘇魏吕呂丁任沈姚卢盧姜崔钟鍾谭譚陆陸汪范金石廖贾賈夏韦韋付方白邹鄒孟熊秦邱江尹薛闫阎段雷侯龙龍史陶黎贺賀\
    顾顧毛郝龚龔邵万萬钱錢严嚴武戴莫孔向汤湯柳洪聂聶靳惟桐\
    华華国國明文建军軍志伟偉东東海荣榮强強辉輝俊杰傑峰生春德祥永天成新民利光兴興亮清飞飛宏云雲山子少玉红紅英小大川毅靖\
    鑫勇征银銀欽钦汉漢幼来來群\
    广廣北京上黑河南西湖浙安徽福台臺湾灣香港澳门門津重庆慶沈阳陽辽遼宁寧吉内内蒙古疆州贵貴甘肃肅青陕陝都杭市省县縣区區\
    全象棋个個人团團体體锦錦标標赛賽杯盃联聯甲级級冠亚亞季年月日第届屆轮輪局名手邀请請公开開师師际際洲世界男女先胜勝负負\
    和布佈残殘始谱譜评評注註讲講解结結果期地点點作者题題直横橫屏风風顺順列仙指路过過宫宮起单單提\
    的是不了在有这這为為以可如走法变變化攻势勢优優对對能行得失时時机機会會杀殺步改好均双雙";

/// Points for characters of two bytes each, sorted by these bytes.
type PairPoints = Vec<([u8; 2], i32)>;

/// The points for the characters above, as two bytes in GB18030 and in Big5.
static KNOWN: LazyLock<[PairPoints; 2]> = LazyLock::new(|| {
    [GB18030, BIG5].map(|encoding| {
        let texts = [(MOVE_CHARACTERS, MOVE), (FREQUENT_CHARACTERS, FREQUENT)];
        let chars =
            texts.into_iter().flat_map(|(text, points)| text.chars().map(move |c| (c, points)));
        // A character that the encoding lacks becomes a reference of more than two bytes, which is left out.
        let pairs = chars.filter_map(|(c, points)| {
            Some((<[u8; 2]>::try_from(&*encoding.encode(&c.to_string()).0).ok()?, points))
        });
        let mut pairs: Vec<_> = pairs.collect();
        pairs.sort_by_key(|&(pair, points)| (pair, -points));
        pairs.dedup_by_key(|&mut (pair, _)| pair);
        pairs
    })
});

/// The points for a pair of bytes that is a character above.
fn known(place: usize, pair: [u8; 2]) -> Option<i32> {
    let known = &KNOWN[place];
    known.binary_search_by_key(&pair, |&(pair, _)| pair).ok().map(|at| known[at].1)
}

/// Whether text that is valid UTF-8 may be GB 2312 whose byte pairs are valid only by chance, judging by lead bytes
/// that Chinese and Latin text never contains in UTF-8.
pub(super) fn may_be_pairs(text: &str) -> bool {
    text.bytes().any(|byte| matches!(byte, 0xc4..=0xdf))
}

/// Whether a text must be UTF-8, because it is valid and not just by chance.
pub(super) fn is_surely_utf8(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    if !may_be_pairs(text) {
        return true;
    }
    let (mut before, mut chars) = (' ', text.chars().peekable());
    let mut letters = [0; 3];
    while let Some(c) = chars.next() {
        if c.len_utf8() > 2 || is_in_word(before, c, chars.peek().copied()) {
            return true;
        }
        if !c.is_ascii() {
            let mut pair = [0; 2];
            c.encode_utf8(&mut pair);
            if pair[1] < 0xa1 {
                return true;
            }
            letters[match c {
                '\u{370}'..='\u{3ff}' => 0,
                '\u{400}'..='\u{4ff}' => 1,
                _ => 2,
            }] += 1;
        }
        before = c;
    }
    // The text has words in Greek or Cyrillic.
    matches!(letters, [(3..), 0, 0] | [0, (3..), 0])
}

/// Whether `c` is a Latin letter beyond ASCII next to an ASCII letter.
fn is_in_word(before: char, c: char, behind: Option<char>) -> bool {
    ('\u{c0}'..'\u{250}').contains(&c)
        && [Some(before), behind].into_iter().flatten().any(|c| c.is_ascii_alphabetic())
}

fn utf8(bytes: &[u8]) -> i32 {
    let mut points = 0;
    for chunk in bytes.utf8_chunks() {
        let mut before = ' ';
        let mut chars = chunk.valid().chars().peekable();
        while let Some(c) = chars.next() {
            points += match (c.len_utf8(), c) {
                (1, _) => 0,
                (2, _) if is_in_word(before, c, chars.peek().copied()) => 8,
                (2, _) => 3,
                (
                    3,
                    '\u{1e00}'..='\u{206f}' | '\u{3000}'..='\u{9fff}' | '\u{ff00}'..='\u{ffef}',
                ) => 10,
                (3, _) => ODD,
                _ => COMMON,
            };
            before = c;
        }
        points += match chunk.invalid() {
            [] => 0,
            [_] => BAD / 2,
            // The start of a truncated character.
            _ => ODD / 2,
        };
    }
    points
}

fn gb18030(bytes: &[u8]) -> i32 {
    pairs(bytes, |pair, behind| match pair {
        _ if let Some(points) = known(0, pair) => Some(points),
        // The three patterns are the first level of GB 2312, its punctuation, and its second level.
        [0xb0..=0xd7, 0xa1..=0xfe] => Some(COMMON),
        [0xa1..=0xa3, 0xa1..=0xfe] => Some(COMMON / 2),
        [0xd8..=0xf7, 0xa1..=0xfe] => Some(RARE),
        // These punctuation marks more likely stand for themselves.
        [_, b'[' | b'\\' | b']' | b'{' | b'}'] => Some(BAD / 2),
        [_, 0x40..=0x7e | 0x80..=0xfe] => Some(ODD),
        // A character of four bytes.
        [_, b'0'..=b'9'] if matches!(behind, [0x81..=0xfe, b'0'..=b'9', ..]) => Some(COMMON),
        [_, b'0'..=b'9'] => Some(ODD / 2),
        _ => None,
    })
}

fn big5(bytes: &[u8]) -> i32 {
    pairs(bytes, |pair, _| match pair {
        _ if let Some(points) = known(1, pair) => Some(points),
        // The first level of Big5; if both bytes are high, the pair could also be GB 2312.
        [0xa4..=0xc6, 0x40..=0x7e] => Some(COMMON + 1),
        [0xa4..=0xc6, 0xa1..=0xfe] => Some(COMMON - 1),
        [0xa1..=0xa3, 0x40..=0x7e | 0xa1..=0xfe] => Some(COMMON / 2),
        [0xc9..=0xf9, 0x40..=0x7e | 0xa1..=0xfe] => Some(RARE),
        _ => None,
    })
}

/// The sum of points over pairs of bytes with a high first byte. `rate` returns the points of a pair before other bytes,
/// or `None` if it is not a character.
fn pairs(bytes: &[u8], rate: impl Fn([u8; 2], &[u8]) -> Option<i32>) -> i32 {
    let (mut points, mut rest, mut is_in_word) = (0, bytes, false);
    while let [first, behind @ ..] = rest {
        rest = behind;
        if first.is_ascii() {
            is_in_word = first.is_ascii_lowercase();
            continue;
        }
        let second = behind.first().copied().unwrap_or_default();
        let after = behind.get(1..).unwrap_or_default();
        let rating = rate([*first, second], after).filter(|_| !matches!(first, 0x80 | 0xff));
        let Some(rating) = rating else {
            points += BAD;
            continue;
        };
        // If these are the first two bytes of a four-byte character in GB18030, the third is high again.
        rest = after;
        // No word in Latin letters ends with a single Chinese character.
        let is_alone = is_in_word && rest.first().is_none_or(u8::is_ascii);
        points += if is_alone { rating.min(BAD / 2 - 1) } else { rating };
        is_in_word = false;
    }
    points
}

fn latin(bytes: &[u8]) -> i32 {
    let mut points = 0;
    for (i, &byte) in bytes.iter().enumerate().filter(|(_, byte)| !byte.is_ascii()) {
        let before = bytes[..i].last().copied().unwrap_or(b' ');
        let behind = bytes.get(i + 1).copied().unwrap_or(b' ');
        let is_small = matches!(byte, 0xdf..=0xff | 0x9a | 0x9c | 0x9e);
        let is_word = before.is_ascii_alphabetic() || behind.is_ascii_alphabetic();
        points += match byte {
            // These characters are rare in text, but common in damaged text.
            0xd7 | 0xf7 | 0xff => BAD_LATIN,
            _ if !before.is_ascii() || !behind.is_ascii() => BAD_LATIN,
            // A capital does not follow a lower-case letter.
            _ if is_small && behind.is_ascii_uppercase() => ODD,
            0xc0..=0xde if before.is_ascii_lowercase() => BAD_LATIN,
            0xc0..=0xfe | 0x8a | 0x8c | 0x8e | 0x9a | 0x9c | 0x9e | 0x9f if is_word => COMMON,
            // These are words of one letter.
            0xc0 | 0xc8 | 0xc9 | 0xd3 | 0xe0 | 0xe8 | 0xe9 | 0xf3 => RARE,
            // These are quotes, dashes and dots.
            0x85 | 0x91..=0x94 | 0x96 | 0x97 | 0xab | 0xb0 | 0xbb => 0,
            _ => BAD_LATIN,
        };
    }
    points
}
