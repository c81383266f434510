// Runs before the page is drawn, and is no module, so that nothing waits for it: the light and the board that the reader
// has chosen.
{
  /** @type {Record<string, any>} */
  let choices = {};
  try {
    choices = Object(JSON.parse(localStorage.getItem("chuhe-choices") || "{}"));
  } catch {
    // Nothing is known.
  }
  const root = document.documentElement;
  root.dataset.theme = choices.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  if (choices.board) root.dataset.board = choices.board;
}
