{
  // Sets the browser's preferred language. A language chosen by the reader takes precedence.
  const liked = navigator.languages.find((tag) => /^(en|zh)\b/.test(tag)) ?? "en";
  document.documentElement.lang = liked.startsWith("zh") ? "zh-CN" : "en";
}
