// The sounds of the board, synthesized in the browser, so there are no sound files. On phones they are off until
// switched on.

import { remember, remembered } from "../shared/reader.js";

// The notes of each sound: pitch in Hz, start and duration in seconds, and volume.
/** @type {Record<string, [number, number, number, number][]>} */
const SOUNDS = {
  move: [[210, 0, 0.06, 0.5], [120, 0.01, 0.08, 0.5]],
  capture: [[150, 0, 0.07, 0.8], [300, 0.03, 0.06, 0.5], [90, 0.04, 0.12, 0.6]],
  check: [[660, 0, 0.1, 0.25], [880, 0.1, 0.14, 0.25]],
  low: [[520, 0, 0.08, 0.2], [520, 0.16, 0.08, 0.2]],
  end: [[440, 0, 0.16, 0.25], [554, 0.14, 0.16, 0.25], [659, 0.28, 0.3, 0.25]],
};

/** @type {AudioContext | null} */
let context = null;

export const isOn = () => Boolean(remembered("sound") ?? matchMedia("(pointer: fine)").matches);

export function turn(/** @type {boolean} */ on) {
  remember("sound", on);
  if (on) play("move");
}

export function play(/** @type {string} */ name) {
  // Browsers do not let a page make sounds before the user has touched it.
  if (!isOn() || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  for (const [pitch, from, lasts, loud] of SOUNDS[name]) {
    const begins = context.currentTime + from;
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.type = "triangle";
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(loud, begins);
    volume.gain.exponentialRampToValueAtTime(0.001, begins + lasts);
    tone.connect(volume).connect(context.destination);
    tone.start(begins);
    tone.stop(begins + lasts);
  }
}
