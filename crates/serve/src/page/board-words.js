// The texts of the page for gomoku and draughts, in both languages.

import { COMMON_WORDS, bilingual, reader } from "#picture/reader.js";

export const WORDS = bilingual(
  {
    ...COMMON_WORDS.en,
    gap: " ", white: "White", kinds: "Games", kindNames: ["Xiangqi", "Gomoku", "Draughts"],
    gomoku: "Gomoku", draughts: "Draughts", you: "You", copied: "Copied.", cannotCopy: "The browser does not allow pages to copy. The text is selected.",
    newGame: "New game", yourSide: "You play", random: "Either", strength: "Level", begin: "Start", cancel: "Cancel",
    undo: "Take back", record: "Moves", noMoves: "No moves yet.", copy: { gomoku: "Copy the moves", draughts: "Copy PDN" },
    yourMove: "Your move.", thinks: "chuhe is thinking…", waits: "One moment…", again: "Try again",
    unreachable: "The server cannot be reached.", forgotten: "The saved game cannot be continued.",
    busy: "The server is busy.", played: (/** @type {string} */ side, /** @type {string} */ move) => `${side}: ${move}`,
    earlier: "This is an earlier position. The last button below the board returns to the game.", won: "You have won.", lost: "chuhe has won.", drawn: "A draw.",
    boardHelp: "Board. Arrow keys move the cursor, Enter or the space bar plays a move.", empty: "empty",
    keys: "Keys: on the board, the arrows move the cursor, and Enter plays a move. Elsewhere, ← → step through the game, u takes back a move, n starts a new game.",
    // Gomoku.
    rule: "Rules", rules: /** @type {Record<string, string>} */ ({ freestyle: "Freestyle (5+)", standard: "Standard (exactly 5)", renju: "Renju (forbidden moves)" }),
    size: "Board", gomokuLevels: /** @type {Record<string, string>} */ ({ low: "low", middle: "middle", high: "high", full: "full" }),
    fouls: /** @type {Record<string, string>} */ ({ overline: "overline", "double-four": "double four", "double-three": "double three" }),
    forbidden: (/** @type {string} */ point, /** @type {string} */ foul) => `${point} is forbidden to Black: ${foul}.`, forbiddenShort: "forbidden",
    forbiddenCount: (/** @type {number} */ n) => (n === 1 ? "1 point is forbidden (✕)." : `${n} points are forbidden (✕).`), taken: (/** @type {string} */ point) => `${point} is already occupied.`,
    stones: { black: "black stone", white: "white stone" },
    gomokuEndings: /** @type {Record<string, string>} */ ({ row: "Five in a row.", full: "The board is full.", "no-move": "Every free point is forbidden to Black." }),
    // Draughts.
    variant: "Game", variants: /** @type {Record<string, string>} */ ({ international: "International 10×10", english: "English 8×8", source: "Fifteen men 10×10" }),
    level: (/** @type {string} */ n) => `Level ${n}`, men: { white: "white man", black: "black man" }, kings: { white: "white king", black: "black king" },
    mustCapture: "You must capture.", picked: (/** @type {string} */ what, /** @type {number} */ n) => `${what} picked up, ${n === 1 ? "1 move" : `${n} moves`}`, putBack: "put back", goalHere: "can go here",
    cannotMove: (/** @type {number} */ square) => `The piece on ${square} cannot move.`, othersCapture: "You must capture with one of the marked pieces.",
    notThere: "The piece cannot go there.", several: "There are several ways to go there: tap a square on the way, or choose",
    draughtsEndings: /** @type {Record<string, string>} */ ({
      "no-pieces": "All pieces are captured.", "no-move": "No legal move is left.", repetition: "The position has occurred three times.",
      "only-kings": "Only kings have moved for too long.", "lone-king": "The lone king has held out long enough.",
    }),
  },
  {
    ...COMMON_WORDS.zh,
    gap: "", white: "白方", kinds: "棋种", kindNames: ["象棋", "五子棋", "国际跳棋"],
    gomoku: "五子棋", draughts: "国际跳棋", you: "你", copied: "已复制。", cannotCopy: "浏览器不允许复制，文字已选中。",
    newGame: "新对局", yourSide: "执子", random: "随机", strength: "级别", begin: "开始", cancel: "取消",
    undo: "悔棋", record: "着法", noMoves: "还没有着法。", copy: { gomoku: "复制着法", draughts: "复制 PDN" },
    yourMove: "轮到你走。", thinks: "楚河思考中……", waits: "请稍候……", again: "再试一次",
    unreachable: "无法连接服务器。", forgotten: "保存的对局无法继续。",
    busy: "服务器忙。", played: (side, move) => `${side}：${move}`,
    earlier: "这是之前的局面，按棋盘下末尾的按钮回到当前。", won: "你赢了。", lost: "楚河赢了。", drawn: "和棋。",
    boardHelp: "棋盘。方向键移动光标，回车或空格走子。", empty: "空",
    keys: "按键：焦点在棋盘上时，方向键移动光标，回车走子；其他时候 ← → 前后翻看，u 悔棋，n 新对局。",
    rule: "规则", rules: { freestyle: "自由：五子及以上胜", standard: "标准：恰好五子胜", renju: "连珠：有禁手" },
    size: "棋盘", gomokuLevels: { low: "低", middle: "中", high: "高", full: "全力" },
    fouls: { overline: "长连", "double-four": "四四", "double-three": "三三" },
    forbidden: (point, foul) => `${point} 是黑方禁手：${foul}。`, forbiddenShort: "禁手",
    forbiddenCount: (n) => `有 ${n} 个禁手点（✕）。`, taken: (point) => `${point} 已有棋子。`,
    stones: { black: "黑子", white: "白子" },
    gomokuEndings: { row: "五子连珠。", full: "棋盘已满。", "no-move": "黑方只剩禁手点。" },
    variant: "玩法", variants: { international: "国际跳棋（百格）", english: "英国跳棋（六十四格）", source: "每方十五子（百格）" },
    level: (n) => `${n} 级`, men: { white: "白兵", black: "黑兵" }, kings: { white: "白王", black: "黑王" },
    mustCapture: "必须吃子。", picked: (what, n) => `拿起${what}，有 ${n} 种走法`, putBack: "放回", goalHere: "可走到这里",
    cannotMove: (square) => `${square} 的棋子不能走。`, othersCapture: "必须吃子：请走标出的棋子。",
    notThere: "不能走到那里。", several: "有几种走法：请点途经的格子，或选择",
    draughtsEndings: {
      "no-pieces": "棋子已被吃光。", "no-move": "无子可动。", repetition: "同一局面出现三次。",
      "only-kings": "长时间只走王棋。", "lone-king": "单王坚持到限着。",
    },
  },
);

export const words = () => WORDS[reader.language];
