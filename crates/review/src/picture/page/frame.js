// What all pages have in common: the language and the light. A page has its words in `WORDS`, which begin with these.

const COMMON_WORDS = {
  en: { other: "中文", theme: "Light or dark", colon: ": ", comma: ", ", semicolon: "; ", red: "Red", black: "Black", flip: "Turn the board" },
  zh: { other: "English", theme: "明暗", colon: "：", comma: "、", semicolon: "；", red: "红方", black: "黑方", flip: "翻转棋盘" },
};

const byId = (id) => document.getElementById(id);
const escapeText = (text) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

// What the reader chose is kept where the browser keeps things for pages; not all do so for pages from files.
const LANGUAGE_KEY = "chuhe-language";
function chosenLanguage() {
  try {
    return localStorage.getItem(LANGUAGE_KEY);
  } catch {
    return null;
  }
}
function chooseLanguage(name) {
  language = name;
  try {
    localStorage.setItem(LANGUAGE_KEY, name);
  } catch {
    // It holds for this page only.
  }
}

let language = (chosenLanguage() || document.documentElement.lang).startsWith("zh") ? "zh" : "en";
const words = () => WORDS[language];
const sideName = (side) => words()[side];

const dark = matchMedia("(prefers-color-scheme: dark)");
function setTheme(name) {
  document.documentElement.dataset.theme = name;
  byId("theme").textContent = name === "dark" ? "☀" : "☾";
}
setTheme(dark.matches ? "dark" : "light");
dark.addEventListener("change", () => setTheme(dark.matches ? "dark" : "light"));
byId("theme").addEventListener("click", () => setTheme(document.documentElement.dataset.theme === "dark" ? "light" : "dark"));

byId("about").addEventListener("click", () => byId("about").classList.toggle("open"));

// Gives buttons that show a sign the word for what they do.
function label(ids) {
  for (const id of ids) {
    const word = words()[id.replace(/-(.)/, (_, c) => c.toUpperCase())];
    byId(id).title = word;
    byId(id).setAttribute("aria-label", word);
  }
}

function drawSwitches() {
  document.documentElement.lang = language === "zh" ? "zh-CN" : "en";
  byId("language").textContent = words().other;
  label(["theme"]);
}

// The switches of light and language. `draw` writes everything anew.
function startSwitches(draw) {
  byId("language").addEventListener("click", () => {
    chooseLanguage(language === "en" ? "zh" : "en");
    draw();
  });
  draw();
}
