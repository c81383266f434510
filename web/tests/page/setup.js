// Provides the modules with the texts, which pages contain as data.

import { readFileSync } from "node:fs";

const read = (language) => JSON.parse(readFileSync(new URL(`../../words/${language}.json`, import.meta.url), "utf8"));
const textContent = JSON.stringify({ en: read("en"), zh: read("zh") });
globalThis.document = { getElementById: (id) => (id === "texts" ? { textContent } : null) };
