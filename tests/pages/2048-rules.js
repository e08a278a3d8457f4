// The rules of 2048 for the pages beside this file, written on their own: they share nothing with gridpilot.
// Of its own rules: ?merging=far-first (of three the two at the back), once (a line), in-a-row (a merged tile merges on),
// across (and with tiles behind others) or one-step (no tile goes farther than to the next cell), ?new=2 tiles after a
// move, ?spawns=2,4,512, ?begin=1 tile on a new board, ?times=4 (two tiles become one of four times the value).
// Of its own keys: ?on=up (at the release), ?on=held (looks 30 times a second), ?letters=1 (no arrows), ?arrows=1 (no
// letters), ?scroll=1 (the page scrolls by arrows, too).
// ?rows=4&columns=4&target=2048&seed=1&board=2,0,4,... ; window.truth() tells what really happened.
"use strict";
const query = new URLSearchParams(location.search);
const merging = query.get("merging") || "near-first";
const number = (name, usual) => Number(query.get(name) || usual);
const times = number("times", 2);
const rows = number("rows", 4), columns = number("columns", 4), target = number("target", 2048);

function chance(seed) {  // mulberry32
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

class Game {
  constructor() {
    this.random = chance(number("seed", 1));
    this.games = 0;
    this.start((query.get("board") || "").split(",").filter(Boolean).map(Number));
  }

  start(board = []) {
    this.tiles = Array(rows * columns).fill(null);
    this.score = 0;
    this.moves = "";
    this.next = 0;
    this.games += 1;
    board.forEach((value, cell) => { if (value) this.put(cell, value); });
    if (!board.length) for (let i = 0; i < number("begin", 2); i++) this.spawn();
    this.goingOn = this.largest() >= target;
    this.boards = [this.board()];
  }

  put(cell, value) { this.tiles[cell] = { id: this.next++, value, cell, from: [], isNew: true }; }

  spawn() {
    const empty = this.tiles.flatMap((tile, cell) => (tile ? [] : [cell]));
    this.put(empty[Math.floor(this.random() * empty.length)], this.value());
  }

  value() {
    if (!query.get("spawns")) return this.random() < 0.9 ? 2 : 4;
    const values = query.get("spawns").split(",").map(Number);
    return values[Math.floor(this.random() * values.length)];
  }

  board() { return this.tiles.map(tile => (tile ? tile.value : 0)); }
  largest() { return Math.max(...this.board()); }

  lines(way) {
    const lines = [];
    const upright = way === "u" || way === "d";
    for (let i = 0; i < (upright ? columns : rows); i++) {
      const line = [];
      for (let j = 0; j < (upright ? rows : columns); j++) line.push(upright ? j * columns + i : i * columns + j);
      lines.push(way === "r" || way === "d" ? line.reverse() : line);
    }
    return lines;
  }

  can(way) {
    return this.lines(way).some(line => line.some((cell, at) => {
      const near = at && this.tiles[line[at - 1]], tile = this.tiles[cell];
      return at && tile && (!near || near.value === tile.value);
    }));
  }

  // The line, each tile at most one cell on; null where none is.
  stepped(line) {
    const cells = line.map(cell => this.tiles[cell] && { value: this.tiles[cell].value, from: [this.tiles[cell]] });
    for (let at = 0; at + 1 < cells.length; at++) {
      const [near, far] = [cells[at], cells[at + 1]];
      if (!far || (near && near.value !== far.value)) continue;
      cells[at] = near ? { value: times * near.value, from: [...near.from, ...far.from], merged: true } : far;
      cells[at + 1] = null;
      this.score += near ? times * near.value : 0;
    }
    return cells;
  }

  get over() { return !["u", "r", "d", "l"].some(way => this.can(way)); }
  get won() { return !this.goingOn && this.largest() >= target; }

  // Slides, merges, spawns; false when the move does nothing or a message is up.
  move(way) {
    if (this.won || !this.can(way)) return false;
    const after = Array(rows * columns).fill(null);
    for (const line of this.lines(way)) {
      const tiles = line.map(cell => this.tiles[cell]).filter(Boolean), far = merging === "far-first", stack = [];
      if (merging === "across") while (tiles.length) {
        const one = tiles.shift(), grown = { value: one.value, from: [one], merged: false };
        for (let at = 0; at < tiles.length; at++) {
          if (tiles[at].value !== grown.value) continue;
          this.score += grown.value *= times;
          grown.from.push(...tiles.splice(at--, 1));
          grown.merged = true;
        }
        stack.push(grown);
      }
      let once = false;
      for (const tile of far ? tiles.reverse() : tiles) {
        stack.push({ value: tile.value, from: [tile], merged: false });
        while (stack.length > 1) {
          const [one, other] = stack.slice(-2);
          if (one.value !== other.value || (merging !== "in-a-row" && (one.merged || other.merged)) || once) break;
          once = merging === "once";
          stack.splice(-2, 2, { value: times * one.value, from: [...one.from, ...other.from], merged: true });
          this.score += times * one.value;
        }
      }
      (far ? stack.reverse() : merging === "one-step" ? this.stepped(line) : stack).forEach((one, at) => {
        if (!one) return;
        const { value, from, merged } = one;
        const cell = line[at];
        from.forEach(tile => { tile.cell = cell; });
        if (merged) after[cell] = { id: this.next++, value, cell, from };
        else after[cell] = Object.assign(from[0], { from: [], isNew: false });
      });
    }
    this.tiles = after;
    for (let i = 0; i < number("new", 1) && this.tiles.includes(null); i++) this.spawn();
    this.moves += way;
    this.boards.push(this.board());
    return true;
  }
}

const game = new Game();
window.truth = () => ({ board: game.board(), columns, score: game.score, moves: game.moves, over: game.over,
                        won: game.won, games: game.games });
window.boards = from => game.boards.slice(from);

const KEYS = { ArrowUp: "u", ArrowRight: "r", ArrowDown: "d", ArrowLeft: "l", KeyW: "u", KeyD: "r", KeyS: "d", KeyA: "l" };

// Keys, unless ?drag=1, and drags of a mouse or finger over `surface`, each to `play(way)`.
function listen(surface, play) {
  if (!query.get("drag")) {
    const on = query.get("on") || "down", held = new Set();
    const wayOf = event => {
      const modified = event.ctrlKey || event.altKey || event.metaKey;
      const others = query.get("letters") ? "Arrow" : query.get("arrows") ? "Key" : "none";
      return modified || event.code.startsWith(others) ? null : KEYS[event.code];
    };
    addEventListener("keydown", event => {
      const way = wayOf(event);
      if (!way) return;
      if (!query.get("scroll")) event.preventDefault();
      if (on === "down") play(way); else held.add(way);
    });
    addEventListener("keyup", event => {
      const way = KEYS[event.code];
      if (on === "up" && held.has(way)) play(way);
      held.delete(way);
    });
    if (on === "held") {
      let served = null;
      setInterval(() => {
        const [way] = held;
        if (way && way !== served) play(way);
        served = way || null;
      }, 33);
    }
    if (query.get("keys")) return;
  }
  if (query.get("scroll")) {  // the board keeps to the page's corner
    surface.style.marginLeft = "8px";
    const far = document.createElement("div");
    far.style.cssText = "position:absolute;left:1500px;top:2500px;width:1px;height:1px";
    document.body.append(far);
  }
  let begun = null;
  surface.style.touchAction = "none";
  surface.addEventListener("pointerdown", event => {
    if (event.target.closest("button")) return;
    begun = event;
    surface.setPointerCapture(event.pointerId);
  });
  surface.addEventListener("pointerup", event => {
    if (!begun) return;
    const across = event.clientX - begun.clientX, down = event.clientY - begun.clientY;
    begun = null;
    if (Math.max(Math.abs(across), Math.abs(down)) < 12) return;
    play(Math.abs(across) > Math.abs(down) ? (across > 0 ? "r" : "l") : (down > 0 ? "d" : "u"));
  });
}

// How a page takes moves that come while tiles still slide: at once, or, with ?queue=1, one after another.
function taker(milliseconds, act) {
  const waiting = [];
  let busy = false;
  const next = () => {
    busy = false;
    while (waiting.length && !busy) { if (act(waiting.shift())) { busy = true; setTimeout(next, milliseconds); } }
  };
  return way => {
    if (!query.get("queue")) { act(way); return; }
    waiting.push(way);
    if (!busy) next();
  };
}
