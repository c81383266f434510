{
  // The language that the browser likes best; what the reader has chosen goes before it.
  const liked = navigator.languages.find((tag) => /^(en|zh)\b/.test(tag)) ?? "en";
  document.documentElement.lang = liked.startsWith("zh") ? "zh-CN" : "en";
}
