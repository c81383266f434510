// The reader's choices.

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

/** @param {string} text */
export const escapeText = (text) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
