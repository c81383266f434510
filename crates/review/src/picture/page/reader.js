// What the reader of a page has chosen, in one place for all modules, and words in the chosen language.

// `pieces` is the set of pieces on the board.
/** @type {{ language: Language, notation: Notation, flipped: boolean, pieces: string }} */
export const reader = { language: "en", notation: "chinese", flipped: false, pieces: "disc" };

// What the reader has chosen for all pages is kept where the browser keeps things for pages; not all do so for pages from
// files, where it holds for this page only.
const CHOSEN_KEY = "chuhe-choices";
/** @type {Record<string, any> | null} */
let choices = null;
function allChosen() {
  if (choices) return choices;
  try {
    choices = JSON.parse(localStorage.getItem(CHOSEN_KEY) || "{}");
  } catch {
    // Nothing is known.
  }
  choices = Object(choices);
  return /** @type {Record<string, any>} */ (choices);
}

/** @param {string} name */
export const remembered = (name) => allChosen()[name];
/** @type {(name: string, value: unknown) => void} */
export function remember(name, value) {
  allChosen()[name] = value;
  try {
    localStorage.setItem(CHOSEN_KEY, JSON.stringify(choices));
  } catch {
    // It holds for this page only.
  }
}

/**
 * Words in both languages, the second with all that the first has.
 * @template W
 * @param {W} en
 * @param {NoInfer<W>} zh
 */
export const bilingual = (en, zh) => ({ en, zh });

export const COMMON_WORDS = bilingual(
  {
    other: "中文", theme: "Light or dark", colon: ": ", comma: ", ", semicolon: "; ", red: "Red", black: "Black", flip: "Turn the board",
    matesIn: (/** @type {number} */ n) => `#${n}`, byRule: "rule",
  },
  {
    other: "English", theme: "明暗", colon: "：", comma: "、", semicolon: "；", red: "红方", black: "黑方", flip: "翻转棋盘",
    matesIn: (n) => `${n} 步杀`, byRule: "判",
  },
);

export const commonWords = () => COMMON_WORDS[reader.language];

/** @param {Side} side */
export const sideName = (side) => commonWords()[side];

/** @param {string} text */
export const escapeText = (text) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
