// The reader's choices, and words in the chosen language.

// `pieces` is the set of pieces on the board.
/** @type {{ language: Language, notation: Notation, flipped: boolean, pieces: string }} */
export const reader = { language: "en", notation: "chinese", flipped: false, pieces: "disc" };

// Choices are saved in the browser's local storage and apply to all pages. If the browser provides no local storage, as
// for pages opened from files, choices apply only until the page is closed.
const CHOSEN_KEY = "chuhe-choices";
/** @type {Record<string, any> | null} */
let choices = null;
function allChosen() {
  if (choices) return choices;
  try {
    choices = JSON.parse(localStorage.getItem(CHOSEN_KEY) || "{}");
  } catch {
    // No choices are known.
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
    // The choice applies only until the page is closed.
  }
}

/**
 * Words in both languages. The type of `zh` must match that of `en`.
 * @template W
 * @param {W} en
 * @param {NoInfer<W>} zh
 */
export const bilingual = (en, zh) => ({ en, zh });

export const COMMON_WORDS = bilingual(
  {
    other: "中文", theme: "Light or dark", colon: ": ", comma: ", ", semicolon: "; ", red: "Red", black: "Black", flip: "Flip the board",
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
