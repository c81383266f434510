// The texts on the pages of games and their index, in both languages.

import { COMMON_WORDS, bilingual, reader } from "#picture/reader.js";

/** @type {Record<string, string>} */
const OUTCOMES_ZH = { "1-0": "红胜", "0-1": "黑胜", "1/2-1/2": "和棋" };
/** @type {Record<string, string>} */
const REASONS_ZH = {
  checkmate: "将死", stalemate: "困毙", dead_material: "双方无进攻子力", perpetual_check: "长将",
  perpetual_chase: "长捉", perpetual_attack: "长打", repetition: "局面重复", move_count: "自然限着",
};

export const WORDS = bilingual(
  {
    ...COMMON_WORDS.en,
    accuracy: "Accuracy", opening: "Opening", moves: "Moves", mistakes: "Mistakes", result: "Result", none: "none",
    openingNote: "Opening names are chuhe's own families; they resemble those of ECCO but are not ECCO codes.",
    outcome: (/** @type {string} */ result) => result,
    /** @returns {string} */
    recorded: (/** @type {string} */ result) => (result === "*" ? "no result recorded" : `result ${result}`),
    over: (/** @type {string} */ verdict, /** @type {string} */ reason) =>
      verdict === "draw" ? `a draw by ${reason}` : `${verdict === "red_loses" ? "Black" : "Red"} wins by ${reason}`,
    board: (/** @type {string | null} */ over) => (over ? `final position: ${over}` : "final position is not decisive"),
    reason: (/** @type {string} */ reason) => reason.replace("_", " "),
    unread: (/** @type {string} */ reason) => `Not all of the game could be read: ${reason}`,
    // The page of a game.
    games: "All games", start: "Start position", loss: "Average centipawn loss", lossValue: (/** @type {number} */ cp) => cp.toFixed(0),
    best: "Best", good: "Good", inaccuracy: "Inaccuracy", mistake: "Mistake", blunder: "Blunder",
    missed_mate: "Missed mate", better: "Better", line: "Best from here", forced: "the only move",
    lostPoints: (/** @type {number} */ points, /** @type {number} */ cp) => `winning chances fell by ${points.toFixed(1)} percentage points, ${cp} centipawns lost`,
    turning: "turning point", turningPoints: "Turning points", moments: "Key moments",
    first: "To the start", back: "Back", forward: "Forward", end: "To the end", mistakeBack: "Previous mistake",
    mistakeNext: "Next mistake", graph: "Winning chances",
    annotator: "Comments in the file by", author: "Author of the file", opened: "Opening in the file",
    inFile: "In the file", clock: "clock", elapsed: "time taken",
    keys: "Keys: ← → one move, Home End, ↑ ↓ previous and next mistake, f flips the board, Esc leaves a line. You can also click either half of the board, swipe, or click the graph.",
    // The index.
    index: "Annotated games", count: (/** @type {number} */ n) => (n === 1 ? "1 game" : `${n} games`), game: "Game", unknown: "Unknown players",
    source: (/** @type {string} */ path, /** @type {number} */ number) => `${path}, game ${number}`,
  },
  {
    ...COMMON_WORDS.zh,
    accuracy: "准确率", opening: "开局", moves: "回合", mistakes: "失误", result: "结果", none: "无",
    openingNote: "开局名称是本程序自己的分类，与 ECCO 相近，但不是 ECCO 编号。",
    outcome: (result) => OUTCOMES_ZH[result] || "未记录",
    /** @returns {string} */
    recorded: (result) => (result === "*" ? "结果未记录" : `记录的结果：${words().outcome(result)}`),
    over: (verdict, reason) =>
      verdict === "draw" ? `和棋（${reason}）` : `${verdict === "red_loses" ? "黑胜" : "红胜"}（${reason}）`,
    board: (over) => `盘面：${over || "未分胜负"}`,
    reason: (reason) => REASONS_ZH[reason] || reason,
    unread: (reason) => `棋谱未能全部读出：${reason}`,
    games: "全部对局", start: "初始局面", loss: "平均丢分（兵）", lossValue: (cp) => (cp / 100).toFixed(2),
    best: "最佳", good: "好着", inaccuracy: "缓着", mistake: "失误", blunder: "漏着",
    missed_mate: "漏杀", better: "应走", line: "后续最佳", forced: "唯一着法",
    lostPoints: (points, cp) => `胜率下降 ${points.toFixed(1)}%，丢分 ${(cp / 100).toFixed(2)} 兵`,
    turning: "转折点", turningPoints: "转折点", moments: "关键着法",
    first: "到开头", back: "后退", forward: "前进", end: "到结尾", mistakeBack: "上一处失误",
    mistakeNext: "下一处失误", graph: "胜率曲线",
    annotator: "原谱评注者", author: "原谱作者", opened: "原谱开局",
    inFile: "原谱", clock: "剩余时间", elapsed: "用时",
    keys: "按键：← → 前后一着，Home、End 到首尾，↑ ↓ 上下一处失误，f 翻转棋盘，Esc 退出变着。也可点击棋盘左右半边、左右滑动，或点击胜率曲线。",
    index: "复盘目录", count: (n) => `共 ${n} 局`, game: "对局", unknown: "棋手不详",
    source: (path, number) => `${path} 第 ${number} 局`,
  },
);

export const words = () => WORDS[reader.language];

/** @type {(value: number | null, digits: number) => string} */
export const percent = (value, digits) => (value === null ? "–" : `${value.toFixed(digits)}%`);
/** @param {{ chinese: string, english: string }} opening */
export const openingName = (opening) => (reader.language === "zh" ? opening.chinese : `${opening.chinese} ${opening.english}`);

// The rules' verdict on the last position, alone and next to the recorded result.

/** @type {(verdict: string, reason: string | null) => string} */
export function boardText(verdict, reason) {
  return words().board(reason && words().over(verdict, words().reason(reason)));
}

/** @type {(result: string, verdict: string, reason: string | null) => string} */
export function verdictText(result, verdict, reason) {
  return words().recorded(result) + words().semicolon + boardText(verdict, reason);
}
