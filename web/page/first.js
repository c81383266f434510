// Applies the chosen theme and board before the page is drawn. Not a module, because modules run too late.
{
  /** @type {Record<string, any>} */
  let choices = {};
  try {
    choices = Object(JSON.parse(localStorage.getItem("chuhe-choices") || "{}"));
  } catch {
    // Without storage, no choices are known.
  }
  const root = document.documentElement;
  root.dataset.theme = choices.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  if (choices.board) root.dataset.board = choices.board;
}
