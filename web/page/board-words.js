// The texts of the page for gomoku and draughts.

import { texts } from "../shared/words.js";

export const words = texts("common", "boards");
