// The texts about puzzles, in both languages.

import { COMMON_WORDS, bilingual, reader } from "#picture/reader.js";

export const PUZZLE_WORDS = bilingual(
  {
    ...COMMON_WORDS.en,
    title: (/** @type {number} */ n) => (n === 1 ? "1 xiangqi puzzle" : `${n} xiangqi puzzles`), toMove: (/** @type {string} */ side, /** @type {string} */ task) => `${side} to move: ${task}`,
    empty: "No puzzles were found in the games.",
    mate: (/** @type {number} */ n) => `mate in ${n}`, win: (/** @type {string} */ pieces) => `win ${pieces}`, material: "win material", better: (/** @type {string} */ move) => `find a better move than ${move}`, level: "Level",
    right: "Right. Go on.", wrong: "That is not the right move.", solved: "Solved.", from: (/** @type {string} */ text) => `From ${text}`, place: (/** @type {string} */ file, /** @type {number} */ game, /** @type {number} */ ply) => `${file ? `${file}, ` : ""}game ${game}, ply ${ply}`,
    hintPiece: (/** @type {string} */ name) => `Move the ${name}.`, line: "Solution", then: "then", blunder: "after", yourMove: "Find the move on the board.",
    hint: "Hint", solution: "Solution", again: "Again", next: "Next puzzle", previous: "Previous puzzle",
    keys: "Keys: ← → previous and next puzzle, h hint, s solution, r start again, f flips the board.",
    pieces: { king: "king", advisor: "advisor", elephant: "elephant", horse: "horse", rook: "rook", cannon: "cannon", pawn: "pawn" },
    a: (/** @type {string} */ name) => (/^[ae]/.test(name) ? `an ${name}` : `a ${name}`),
    themes: /** @type {Record<string, string>} */ ({
      check: "check", double_check: "double check", discovered_check: "discovered check", fork: "fork",
      discovered_attack: "discovered attack", sacrifice: "sacrifice", quiet_move: "quiet move",
    }),
  },
  {
    ...COMMON_WORDS.zh,
    title: (n) => `象棋习题 ${n} 道`, toMove: (side, task) => `${side[0]}先，${task}`,
    empty: "对局中没有找到习题。",
    mate: (n) => `${n} 步杀`, win: (pieces) => `得${pieces}`, material: "得子", better: (move) => `找出比${move}更好的着法`, level: "难度",
    right: "正确，请继续。", wrong: "不对。", solved: "正解！", from: (text) => `选自 ${text}`, place: (file, game, ply) => `${file ? `${file} ` : ""}第 ${game} 局第 ${ply} 着后`,
    hintPiece: (name) => `走${name}。`, line: "答案", then: "以下", blunder: "前一着", yourMove: "请在棋盘上走子。",
    hint: "提示", solution: "答案", again: "重来", next: "下一题", previous: "上一题",
    keys: "按键：← → 换题，h 提示，s 答案，r 重来，f 翻转。",
    pieces: { king: "将帅", advisor: "士", elephant: "象", horse: "马", rook: "车", cannon: "炮", pawn: "兵卒" },
    a: (name) => name,
    themes: /** @type {Record<string, string>} */ ({
      check: "将军", double_check: "双将", discovered_check: "闪将", fork: "捉双",
      discovered_attack: "闪击", sacrifice: "弃子", quiet_move: "静着",
    }),
  },
);

export const puzzleWords = () => PUZZLE_WORDS[reader.language];
