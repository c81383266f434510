// Displays an annotated game. A page displays one such game at a time. Uses the elements of a board and a game, and
// `detail`, `summary`, `players-top` and `players-bottom`.

import { arrow, eachPlayer, piecesOf, play } from "./board.js";
import { byId, fill, targetIn } from "./frame.js";
import { ARROWS, CLASSES, SIGNS, drawExpectations, glyphText, graphPly, isBad, markMove, moveList, numberText } from "./game.js";
import { escapeText, reader } from "./reader.js";
import { scoreText } from "./score.js";
import { dayText, format, lossText, openingName, overText, percent, sideName, verdictText, words } from "./words.js";

// `data` comes from `Annotation::page_data`. `showBoard` is called with the pieces, the last move, if any, and marks as
// SVG; `moved` is called when the position in the game changes. `instead` returns what is shown in place of the comments
// on the position, if anything.

/** @type {Record<string, Side>} */
const WINNERS = { red_loses: "black", black_loses: "red" };

/**
 * @param {AnnotatedGame} data
 * @param {(pieces: Pieces, lastMove: string | null | undefined, marks: string) => void} showBoard
 * @param {(ply: number) => void} moved
 * @param {(shown: { ply: number, line: { name: string, count: number } | null }) => string} instead
 */
export function annotatedGame(data, showBoard, moved, instead = () => "") {
  // Shows the position after `ply` moves or, if there is a `line`, after `count` moves of that line.
  /** @type {{ ply: number, line: { name: string, count: number } | null }} */
  const shown = { ply: 0, line: null };
  const last = data.moves.length;

  // All lines that the reader can step through: the best line from each position, and the variations in the file.
  // `from` is
  // the index of the position where a line begins.
  /** @type {Map<string, { from: number, moves: FileMove[] }>} */
  const lines = new Map();
  data.positions.forEach((point, ply) => lines.set(`best-${ply}`, { from: ply, moves: point.best_line }));

  /** @returns {{ from: number, moves: FileMove[] }} */
  const lineOf = (/** @type {string} */ name) => lines.get(name) ?? { from: 0, moves: [] };

  // Names every variation of a move. `before` contains the moves from position `from` up to that move.
  function nameVariations(/** @type {Remarks} */ move, /** @type {string} */ name, /** @type {number} */ from, /** @type {FileMove[]} */ before) {
    (move.variations || []).forEach((variation, index) => {
      variation.name = `${name}-${index}`;
      variation.before = before.length;
      const moves = [...before, ...variation.moves];
      lines.set(variation.name, { from, moves });
      variation.moves.forEach((inner, at) =>
        nameVariations(inner, `${variation.name}-${at}`, from, moves.slice(0, before.length + at)));
    });
  }
  data.moves.forEach((move, index) => nameVariations(move, `file-${index + 1}`, index, []));

  // The board.

  function drawBoard() {
    const { ply, line } = shown;
    /** @type {Pieces} */
    let pieces;
    let lastMove, arrows = "";
    if (line) {
      const { from, moves: all } = lineOf(line.name);
      pieces = piecesOf(data.positions[from].fen);
      const moves = all.slice(0, line.count).map((texts) => texts.move);
      moves.forEach((move) => play(pieces, move));
      lastMove = moves[moves.length - 1];
    } else {
      pieces = piecesOf(data.positions[ply].fen);
      const played = data.moves[ply - 1];
      lastMove = played && played.move;
      if (played) {
        arrows += arrow(played.move, ARROWS[played.class], "played");
        const best = data.positions[ply - 1].best_line[0];
        if (best && best.move !== played.move && played.class !== "best") {
          arrows += arrow(best.move, ARROWS.best, "best");
        }
      } else if (data.positions[0].best_line[0]) {
        arrows += arrow(data.positions[0].best_line[0].move, ARROWS.best, "best");
      }
    }
    showBoard(pieces, lastMove, arrows);
  }

  // Comments on the move.

  function lineButton(/** @type {string} */ name, /** @type {number} */ from, /** @type {number} */ at, /** @type {FileMove} */ texts, /** @type {boolean} */ isFirst) {
    const current = shown.line && shown.line.name === name && shown.line.count === at + 1;
    return `<button type="button" data-line="${name}" data-count="${at + 1}"
      ${current ? 'aria-current="true"' : ""}>${numberText(data.positions[from].fen, at, isFirst)}${texts[reader.notation]}${glyphText(texts)}</button>`;
  }

  function bestLine(/** @type {number} */ ply) {
    const PLIES = 8;
    const moves = data.positions[ply].best_line.slice(0, PLIES);
    return moves.map((texts, at) => lineButton(`best-${ply}`, ply, at, texts, at === 0)).join("");
  }

  const said = (/** @type {string | undefined} */ comment) => (comment ? `<span class="said">${escapeText(comment)}</span> ` : "");

  // A variation from the file, with its comments and nested variations.
  function variationText(/** @type {Variation} */ variation, /** @type {number} */ from) {
    let html = said(variation.comment);
    let isFirst = true;
    variation.moves.forEach((move, at) => {
      html += `${lineButton(variation.name, from, variation.before + at, move, isFirst)} ${said(move.comment)}`;
      const inner = (move.variations || []).map((other) => `(${variationText(other, from)}) `).join("");
      html += inner;
      isFirst = Boolean(move.comment || inner);
    });
    return html.trim();
  }

  // The file's own comments, as opposed to the engine's findings.
  function theirs(/** @type {Remarks} */ move, /** @type {number} */ from) {
    const notes = [];
    if (move.comment) notes.push(said(move.comment).trim());
    for (const variation of move.variations || []) notes.push(`<span class="line">(${variationText(variation, from)})</span>`);
    const times = [];
    if (move.clock) times.push(`${words().clock} ${escapeText(move.clock)}`);
    if (move.elapsed) times.push(`${words().elapsed} ${escapeText(move.elapsed)}`);
    if (times.length) notes.push(`<span class="from">${times.join(words().semicolon)}</span>`);
    if (!notes.length) return "";
    return `<p class="theirs"><span class="from">${words().inFile}${words().colon}</span>${notes.join("\n")}</p>`;
  }

  function drawDetail() {
    const { ply } = shown;
    const other = instead(shown);
    if (other) {
      fill(byId("detail"), other);
      return;
    }
    const point = data.positions[ply];
    const worth = point.over ? { winner: WINNERS[point.over.verdict] ?? null } : data.red_scores[ply];
    const score = `<span class="score">${scoreText(worth)} · ${percent(point.red_expectation, 0)}</span>`;
    let html;
    if (ply === 0) {
      html = `<p class="move">${words().start}${score}</p>${theirs(data, 0)}`;
    } else {
      const move = data.moves[ply - 1];
      const best = data.positions[ply - 1].best_line[0];
      html = `<p class="move">${numberText(data.positions[ply - 1].fen, 0, true)}${move[reader.notation]}${glyphText(move)}
        <span class="tag of-${move.class}">${words()[move.class]} ${SIGNS[move.class]}</span>${score}</p>`;
      const notes = [];
      if (move.forced) notes.push(words().forced);
      if (move.loss > 0) notes.push(format(words().lostPoints, { points: move.loss.toFixed(1), loss: lossText(move.loss_cp) }));
      if (move.turning_point) notes.push(words().turning);
      const moment = data.moments.findIndex((it) => it.ply === ply);
      if (moment >= 0) html += `<p>${momentText(moment)}</p>`;
      html += `<p class="faint">${notes.join(words().semicolon) || "&nbsp;"}</p>`;
      if (best && best.move !== move.move && move.class !== "best") {
        html += `<p class="line"><span class="swatch of-best"></span>${words().better}${words().colon}${bestLine(ply - 1)}</p>`;
      }
      html += theirs(move, ply - 1);
    }
    if (ply === last) {
      html += `<p class="faint">${verdictText(data.result, data.ending.verdict, data.ending.reason)}</p>`;
      const reasons = data.reasons[document.documentElement.lang];
      if (point.over && reasons.ending) html += `<p class="faint">${escapeText(reasons.ending)}</p>`;
      if (reasons.unread) html += `<p class="faint">${escapeText(format(words().unread, { reason: reasons.unread }))}</p>`;
    } else if (point.over) {
      html += `<p class="faint">${overText(point.over.verdict, point.over.reason)}</p>`;
    }
    if (point.best_line.length && !(point.over && ply === last)) {
      html += `<p class="line faint">${words().line}${words().colon}${bestLine(ply)}</p>`;
    }
    fill(byId("detail"), html);
  }

  // The graph, the lists, and comments on the game.

  function drawGraph() {
    const marks = data.moves.filter((move) => CLASSES.indexOf(move.class) >= 2).map((move) => ({
      ply: move.ply, radius: isBad(move) ? 5 : 3, color: ARROWS[move.class], title: `${move[reader.notation]} ${words()[move.class]}`,
    }));
    drawExpectations(words().graph, data.positions.map((point) => point.red_expectation), marks, shown.ply);
  }

  function drawMoves() {
    byId("moves").innerHTML = moveList(data.moves, data.positions[0].fen, (move) =>
      `<span><span class="sign of-${move.class}">${SIGNS[move.class]}</span> <span class="worth">${scoreText(data.red_scores[move.ply])}</span></span>`);
  }

  function drawSummary() {
    const row = (/** @type {string} */ name, /** @type {(side: AnnotatedGame["sides"][number]) => string | number} */ value, /** @type {Class | undefined} */ color = undefined) => {
      const swatch = color ? `<span class="swatch of-${color}"></span>` : "";
      return `<tr><th scope="row">${swatch}${name}</th>${data.sides.map((side) => `<td>${value(side)}</td>`).join("")}</tr>`;
    };
    let html = `<table><tr><th></th>${data.sides.map((side) => `<td>${sideName(side.side)}</td>`).join("")}</tr>`;
    html += row(words().accuracy, (/** @type {AnnotatedGame["sides"][number]} */ side) => `<b>${percent(side.accuracy, 1)}</b>`);
    html += row(words().loss, (/** @type {AnnotatedGame["sides"][number]} */ side) => (side.mean_loss_cp === null ? "–" : lossText(side.mean_loss_cp)));
    for (const name of CLASSES) html += row(`${words()[name]} ${SIGNS[name]}`, (/** @type {AnnotatedGame["sides"][number]} */ side) => side.classes[name], name);
    html += "</table>";
    const turning = data.turning_points.map(moveButton);
    html += `<p>${words().turningPoints}${words().colon}${turning.join(" ") || words().none}</p>`;
    html = momentList() + html;
    byId("summary").innerHTML = html;
  }

  const moveButton = (/** @type {number} */ ply) =>
    `<button type="button" data-ply="${ply}">${numberText(data.positions[ply - 1].fen, 0, true)}${data.moves[ply - 1][reader.notation]}</button>`;

  // The sentence about a moment, including the move that it names.
  function momentText(/** @type {number} */ index) {
    const text = data.reasons[document.documentElement.lang].moments[index];
    return escapeText(text.replace("{move}", data.moments[index].by?.[reader.notation] ?? ""));
  }

  function momentList() {
    if (!data.moments.length) return "";
    const rows = data.moments.map(({ ply }, index) => `<li>${moveButton(ply)} ${momentText(index)}</li>`);
    return `<p>${words().moments}${words().colon}</p><ul class="moments">${rows.join("")}</ul>`;
  }

  function aboutTexts() {
    const { tags } = data;
    const about = [tags.Event, dayText(tags.Date)].filter(Boolean);
    if (data.opening) about.push(openingName(data.opening));
    about.push(verdictText(data.result, data.ending.verdict, data.ending.reason));
    return about;
  }

  // Further details from the file, and the source of opening names.
  function noteTexts() {
    const { tags } = data;
    const opened = [tags.ECCO, tags.Opening, tags.Variation].filter(Boolean).join(" ");
    const notes = /** @type {const} */ ([["opened", opened], ["annotator", tags.Annotator], ["author", tags.Author]])
      .filter(([, text]) => text)
      .map(([word, text]) => `${words()[word]}${words().colon}${text}`);
    if (data.opening) notes.push(words().openingNote);
    return notes;
  }

  function drawPlayers() {
    eachPlayer((id, side) => {
      const name = data.tags[side === "red" ? "Red" : "Black"] || sideName(side);
      const accuracy = data.sides[side === "red" ? 0 : 1].accuracy;
      byId(id).dataset.side = side;
      byId(id).innerHTML = `<span class="name">${escapeText(name)}</span><span class="accuracy">${accuracy === null ? "" : `${words().accuracy} ${percent(accuracy, 1)}`}</span>`;
    });
  }

  function draw() {
    drawBoard();
    drawDetail();
    drawGraph();
    markMove(byId("moves"), shown.ply);
  }

  // Also called after the board was flipped, or the language or notation was changed.
  function drawAll() {
    drawPlayers();
    drawSummary();
    drawMoves();
    draw();
  }

  // Navigation.

  function go(/** @type {number} */ ply) {
    shown.ply = Math.min(Math.max(ply, 0), last);
    shown.line = null;
    draw();
    moved(shown.ply);
  }

  // Adds a line that the reader can step through, or replaces it.
  const setLine = (/** @type {string} */ name, /** @type {number} */ from, /** @type {FileMove[]} */ moves) => { lines.set(name, { from, moves }); };

  function goLine(/** @type {string} */ name, /** @type {number} */ count) {
    const { moves } = lineOf(name);
    shown.line = count < 1 ? null : { name, count: Math.min(count, moves.length) };
    draw();
  }

  // Steps along the line that is shown, or along the game if none is.
  function step(/** @type {number} */ by) {
    if (shown.line) goLine(shown.line.name, shown.line.count + by);
    else go(shown.ply + by);
  }

  function goMistake(/** @type {number} */ by) {
    for (let ply = shown.ply + by; ply >= 1 && ply <= last; ply += by) {
      if (isBad(data.moves[ply - 1])) return go(ply);
    }
  }

  // Handles a click on the list of moves, the graph, the summary or the comments on the move.
  function click(/** @type {MouseEvent} */ event) {
    const { ply, line, count } = targetIn(event, "[data-ply], [data-line]")?.dataset ?? {};
    if (event.currentTarget === byId("graph")) go(graphPly(event, last));
    else if (ply) go(Number(ply));
    else if (line) goLine(line, Number(count));
  }

  // The moves shown, from the start of the game: the whole game, or the game up to a line followed by that line. `at`
  // is the
  // number of moves that have been played.
  function lineShown() {
    const { ply, line } = shown;
    if (!line) return { start: data.positions[0].fen, moves: data.moves, at: ply };
    const { from, moves } = lineOf(line.name);
    return { start: data.positions[0].fen, moves: [...data.moves.slice(0, from), ...moves], at: from + line.count };
  }

  return {
    data, shown, last, go, goLine, setLine, lineOf, lineButton, momentText, step, goMistake, click, lineShown, draw, drawAll, drawBoard, drawDetail, drawGraph, aboutTexts, noteTexts,
    leaveLine: () => go(shown.ply),
  };
}
