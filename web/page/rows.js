// Shows a long list of rows of different heights in a box that scrolls, of which only the rows in view are drawn.

import { fill, find } from "../shared/frame.js";

const AROUND_PX = 500;
const BESIDE_PX = 40;

/**
 * `html` returns the HTML of a row, which is one element; `guess` estimates its height in pixels before it is drawn. Rows
 * with the same name have the same height.
 * @template {{ name: string }} R
 * @param {HTMLElement} box
 * @param {(row: R) => string} html
 * @param {(row: R) => number} guess
 * @param {() => void} begins called before rows are drawn
 */
export function lazyRows(box, html, guess, begins) {
  /** @type {R[]} */
  let rows = [];
  /** @type {Map<string, number>} */
  const heights = new Map();
  // Where each row begins, and where the last one ends.
  let tops = new Float64Array(1);
  let [width, height] = [0, 0];
  // The rows drawn, and their HTML.
  let written = "";
  const drawn = { from: 0, to: 0 };
  const list = document.createElement("div");
  box.append(list);

  function place() {
    tops = new Float64Array(rows.length + 1);
    rows.forEach((row, at) => { tops[at + 1] = tops[at] + (heights.get(row.name) ?? guess(row)); });
  }

  // The row at a height.
  function rowAt(/** @type {number} */ y) {
    let [from, to] = [0, rows.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (tops[middle + 1] > y) to = middle;
      else from = middle + 1;
    }
    return from;
  }

  function pad() {
    list.style.paddingTop = `${tops[drawn.from]}px`;
    list.style.paddingBottom = `${tops[rows.length] - tops[drawn.to]}px`;
  }

  function draw() {
    const first = rowAt(box.scrollTop);
    const within = box.scrollTop - tops[first];
    drawn.from = rowAt(box.scrollTop - AROUND_PX);
    drawn.to = Math.min(rowAt(box.scrollTop + box.clientHeight + AROUND_PX) + 1, rows.length);
    begins();
    const text = rows.slice(drawn.from, drawn.to).map(html).join("");
    if (text !== written) fill(list, text, box);
    written = text;
    pad();
    let isOff = false;
    [...list.children].forEach((child, at) => {
      const [{ name }, own] = [rows[drawn.from + at], /** @type {HTMLElement} */ (child).offsetHeight];
      if (!own || heights.get(name) === own) return;
      heights.set(name, own);
      isOff = true;
    });
    if (!isOff) return;
    place();
    pad();
    // What is in view stays where it is.
    if (first < rows.length && box.scrollTop !== tops[first] + within) box.scrollTop = tops[first] + within;
  }

  box.addEventListener("scroll", () => {
    const isSeen = tops[drawn.from] <= Math.max(box.scrollTop - AROUND_PX / 2, 0)
      && tops[drawn.to] >= Math.min(box.scrollTop + box.clientHeight + AROUND_PX / 2, tops[rows.length]);
    if (!isSeen) draw();
  }, { passive: true });

  // Scrolls as little as necessary to show the current element of a row that is drawn.
  function reveal() {
    const here = find(list, '[aria-current="true"]');
    if (!here) return;
    const [top, bottom] = [here.offsetTop, here.offsetTop + here.offsetHeight];
    if (top < box.scrollTop) box.scrollTop = top - BESIDE_PX;
    else if (bottom > box.scrollTop + box.clientHeight) box.scrollTop = bottom - box.clientHeight + BESIDE_PX;
  }

  return {
    // Shows rows. If the current one has changed, it is scrolled into view; -1 stands for the top.
    show(/** @type {R[]} */ next, /** @type {number} */ current, /** @type {boolean} */ isStep) {
      const isSame = next === rows && box.clientWidth === width;
      const isResized = box.clientHeight !== height || box.clientWidth !== width;
      if (box.clientWidth !== width) heights.clear();
      [width, height] = [box.clientWidth, box.clientHeight];
      rows = next;
      if (!isSame) place();
      if (!isStep && !isResized) return draw();
      const isOut = () => tops[current] >= box.scrollTop + height || tops[current + 1] <= box.scrollTop;
      // The heights are estimates until the row is drawn.
      for (let tries = 0; tries < 3; tries++) {
        if (current < 0) box.scrollTop = 0;
        else if (isOut()) box.scrollTop = (tops[current] + tops[current + 1] - height) / 2;
        draw();
        if (current < 0 || !isOut()) break;
      }
      reveal();
    },
  };
}
