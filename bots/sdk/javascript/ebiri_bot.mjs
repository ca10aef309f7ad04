// The engine protocol for Node 18 or later, in one file without dependencies. It does not know the rules of a game.
//
//     import { run } from "./ebiri_bot.mjs";
//
//     run({
//       name: "Mine 1.0", author: "you", variants: ["kalah"],
//       choose(turn) { return "C"; },        // a move in the position after turn.base and turn.moves
//     });
//
// The kit cannot read messages while your code computes. If `choose` takes more than a few milliseconds, make it `async`
// and call `await turn.breathe()` every few milliseconds, so that `stop`, `quit` and `isready` work. Do not use
// `console.log`, because the referee would read its output as a message: use `turn.info` or `console.error`.
//
// A bot is an object with
//   name, author   texts
//   variants       the variants that it plays; if absent: any
//   options        its own options: spin(…), check(…), combo(…), string(…)
//   newGame(setup) a new game begins: forget everything. setup: {variant, ruleset, seed, options}. The seed, a BigInt, is
//                  the source of all random choices; options has values by name: number, boolean or string
//   choose(turn)   required; returns the move as text; null or an empty text resigns
//   gameOver(result, reason)   the game has ended with `result`: p1 (south), p2 (north), draw or void

import { writeSync } from "node:fs";

export const spin = (name, fallback, min, max) => ({ name, type: "spin", fallback, min, max });
export const check = (name, fallback) => ({ name, type: "check", fallback });
export const combo = (name, fallback, values) => ({ name, type: "combo", fallback, values });
export const string = (name, fallback = "") => ({ name, type: "string", fallback });

// Writes one whole line.
export function say(line) {
  let rest = Buffer.from(line + "\n");
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(1, rest));
    } catch (problem) {
      if (problem.code !== "EAGAIN") return; // the reader has closed the pipe
    }
  }
}

// Parses a position of a two-row game in full notation, as sent. pits: counter-clockwise from A; side: S or N.
export function twoRows(position) {
  const fields = position.split("/")[0].split("-");
  if (["swap", "SWAP"].includes(fields.at(-1))) fields.pop();
  const side = fields.pop();
  const numbers = fields.map(Number);
  if (numbers.length < 4 || numbers.some(Number.isNaN)) throw new Error(`not a two-row position: ${position}`);
  const [south, north] = numbers.splice(-2);
  return { pits: numbers, south, north, side };
}

// One request for a move.
class Turn {
  // setup: as in newGame. base: position text, or null for the variant's start. moves: since base, `--` for a stolen
  // turn. limits: numbers >= 0 by name: p1time p2time p1inc p2inc movetime (ms), movestogo depth nodes.
  // asked: performance.now() when the request arrived.
  constructor(setup, base, moves, limits, asked) {
    Object.assign(this, { setup, base, moves, limits, asked, stopped: false });
  }

  // Lets the kit read waiting messages, then returns `stopped`: whether the bot must answer at once.
  async breathe() {
    await new Promise((resume) => setImmediate(resume));
    return this.stopped;
  }

  // A reasonable time for this move from now on, in ms, for p1 (south) or p2 (north); Infinity if there is no limit.
  milliseconds(player) {
    const { movetime, movestogo = 25, [`${player}time`]: clock, [`${player}inc`]: step = 0 } = this.limits;
    let time = Infinity;
    if (movetime !== undefined) time = movetime - Math.min(10, movetime / 4);
    if (clock !== undefined) {
      const share = clock / Math.max(1, Math.min(25, movestogo)) + (step * 3) / 4;
      time = Math.min(time, share, clock - Math.min(20, clock / 2));
    }
    return time - (performance.now() - this.asked);
  }

  // Reports on the search: turn.info({depth: 3, score: "seeds 2", nodes: 100, pv: ["C", "F"]}).
  info({ pv = [], ...fields }) {
    const words = Object.entries(fields).map(([name, value]) => ` ${name} ${value}`);
    say("info" + words.join("") + (pv.length > 0 ? " pv " + pv.join(" ") : ""));
  }
}

const limitNames = ["p1time", "p2time", "p1inc", "p2inc", "movetime", "movestogo", "depth", "nodes"];
const exitGrace = 500; // ms in which a search must end after `quit`
const wholeNumber = (text) => /^-?[0-9]+$/.test(text);

function offer({ name, type, fallback, min, max, values = [] }) {
  const bounds = type === "spin" ? ` min ${min} max ${max}` : "";
  const shown = fallback === "" ? "<empty>" : fallback;
  return `option name ${name} type ${type} default ${shown}${bounds}${values.map((value) => ` var ${value}`).join("")}`;
}

// The value of an option from its text; undefined if the text is not valid.
function optionValue({ type, min, max, values }, text) {
  if (type === "string" || (type === "combo" && values.includes(text))) return text;
  if (type === "check" && ["true", "false"].includes(text)) return text === "true";
  if (type === "spin" && wholeNumber(text) && Number(text) >= min && Number(text) <= max) return Number(text);
  return undefined;
}

class Conversation {
  constructor(bot) {
    this.bot = bot;
    this.offers = bot.options ?? [];
    this.options = Object.fromEntries(this.offers.map(({ name, fallback }) => [name, fallback]));
    this.variants = bot.variants ?? [];
    this.variant = this.variants[0] ?? "";
    this.ruleset = "";
    this.seed = 1n;
    this.setup = null; // of the running game; null before newGame
    this.base = null;
    this.moves = [];
    this.waiting = []; // messages that wait for the running search
    this.turn = null; // the running search
  }

  greet() {
    say(`id name ${this.bot.name}\nid author ${this.bot.author}`);
    if (this.variants.length > 0) {
      const values = this.variants.map((name) => ` var ${name}`).join("");
      say(`option name UGI_Variant type combo default ${this.variant}${values}`);
    }
    say("option name UGI_Ruleset type string default <empty>");
    say("option name UGI_Seed type spin default 1 min 0 max 18446744073709551615");
    say("option name UGI_GameOver type check default true");
    for (const option of this.offers) say(offer(option));
    if (this.variants.length > 0) say("variants " + this.variants.join(" "));
    say("ugiok");
  }

  setOption(words) {
    const [name, ...rest] = words.slice(1).join(" ").split(" value ");
    const value = rest.join(" value ").replace(/^<empty>$/, "");
    this.setup = null;
    if (name === "UGI_Variant") this.variant = value;
    else if (name === "UGI_Ruleset") this.ruleset = value;
    else if (name === "UGI_Seed" && /^[0-9]+$/.test(value)) this.seed = BigInt(value);
    else if (name !== "UGI_GameOver") this.setOwn(name, value);
  }

  setOwn(name, value) {
    const declared = this.offers.find((option) => option.name === name);
    const parsed = declared && optionValue(declared, value);
    if (parsed === undefined) console.error(`ignored: option \`${name}\` with value \`${value}\``);
    else this.options[name] = parsed;
  }

  begin() {
    if (this.setup) return;
    this.setup = { variant: this.variant, ruleset: this.ruleset, seed: this.seed, options: { ...this.options } };
    this.bot.newGame?.(this.setup);
  }

  setPosition([kind, ...words]) {
    const base = kind === "fen" ? words.shift() : null;
    const known = kind === "startpos" || (kind === "fen" && base !== undefined);
    if (!known || (words.length > 0 && words[0] !== "moves")) {
      console.error(`ignored: position ${[kind, ...words].join(" ").slice(0, 200)}`);
      return;
    }
    this.base = base;
    this.moves = words.slice(1);
  }

  async go(words, asked) {
    const limits = {};
    words.forEach((name, i) => {
      if (limitNames.includes(name) && wholeNumber(words[i + 1])) limits[name] = Math.max(0, Number(words[i + 1]));
    });
    this.begin();
    const { stopped } = this.turn; // whether `stop` arrived while it waited
    this.turn = Object.assign(new Turn(this.setup, this.base, [...this.moves], limits, asked), { stopped });
    const move = await this.bot.choose(this.turn);
    this.turn = null;
    say(`bestmove ${move || "resign"}`);
    this.resume();
  }

  resume() {
    while (!this.turn && this.waiting.length > 0) this.answer(...this.waiting.shift());
  }

  answer([command, ...words], asked, search) {
    if (command === "ugi") this.greet();
    else if (command === "setoption") this.setOption(words);
    else if (command === "uginewgame") this.setup = null;
    else if (command === "position") this.setPosition(words);
    else if (command === "gameover") this.bot.gameOver?.(words[0], words.slice(1).join(" "));
    else if (command === "quit") process.exit(0);
    else if (command === "go") {
      // Marks a search as running while `go` calls `newGame`. If `newGame` throws, the mark stays, so that no waiting
      // message is answered before Node exits.
      this.turn = search;
      this.go(words, asked);
    } else if (command === "isready") {
      this.begin();
      say("readyok");
    } // other lines are ignored: later versions of the protocol may add messages
  }

  receive(words) {
    const searches = [this.turn, ...this.waiting.map(([, , search]) => search)].filter(Boolean); // the oldest first
    if (words[0] === "stop") {
      for (const search of searches.slice(-1)) search.stopped = true;
    } else if (words[0] === "quit") {
      for (const search of searches) search.stopped = true;
      this.waiting.push([words]);
      this.resume();
      setTimeout(() => process.exit(0), exitGrace).unref(); // if the search ignores `stopped`
    } else if (words[0] === "isready" && this.turn) say("readyok");
    else if (words[0] !== "") {
      this.waiting.push([words, performance.now(), words[0] === "go" ? { stopped: false } : null]);
      this.resume();
    }
  }
}

// Answers messages until `quit` or the end of input.
export function run(bot) {
  const conversation = new Conversation(bot);
  let unfinished = "";
  process.stdin.setEncoding("utf8");
  process.stdin.on("data", (text) => {
    const lines = (unfinished + text).split("\n");
    unfinished = lines.pop();
    for (const line of lines) conversation.receive(line.trim().split(/\s+/));
  });
  process.stdin.on("end", () => conversation.receive(["quit"]));
}
