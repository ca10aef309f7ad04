// The board shows the positions of the rules, after every ply of six games of each variant, both jumped to
// and sown seed by seed. The games that the page saves are those of games.ogn.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { closed, ended, opened, went } from "./browser.mjs";
import { answered, FOLDER, journal, played } from "./runs.mjs";

const SAMPLED = process.env.EBIRI_TEST_SAMPLING === "1";
const PAIRS = SAMPLED ? 2 : 3;
const WHOLE = 1; // the number of games of each variant that are tested with the whole page
const VARIANTS = ["bao", "kalah", "namnam", "omweso", "oware"];

after(ended);

/** In the page: what the drawing shows after each ply, both ways, and what the page says of it. `aside` takes the
 * board off the page meanwhile: it is still drawn, but not painted, which is most of the time. */
async function shownBy(page, aside) {
  return page.evaluate(async (aside) => {
    const player = window.ebiriReplay;
    const { board, replay } = player;
    const counts = () => [...board.element.querySelectorAll(".count")].map((one) => Number(one.textContent));
    if (aside) {
      board.element.remove();
      player.onChange = () => {};
    }
    const shown = { sown: [], jumped: [], positions: [], redrawn: [], moves: [] };
    const show = board.show.bind(board);
    let sown;
    board.show = (...words) => {
      sown = counts(); // as the animation left it
      show(...words);
    };
    player.jump(0);
    for (let ply = 0; ply <= player.last; ++ply) {
      if (ply > 0) await player.next();
      shown.sown.push(ply > 0 ? sown : counts());
      player.jump(ply);
      shown.jumped.push(counts());
      shown.positions.push(replay.position(ply));
      shown.redrawn.push(ply > 0 && replay.plies[ply - 1].redrawn);
      if (ply > 0) shown.moves.push(replay.plies[ply - 1].move);
    }
    board.show = show;
    shown.result = replay.counts(player.last);
    return shown;
  }, aside);
}

/** The cells that a position's text begins with: pits, and stores where it has them. */
function cells(position) {
  if (position.startsWith("setup")) return [];
  return position.split(/[-,/]/).map(Number).slice(0, position.split(/[-,/]/).findIndex((word) => !/^\d+$/.test(word)));
}

for (const variant of VARIANTS) {
  test(`${variant}: drawn positions are those of the rules`, async () => {
    const file = played(variant, { variant, pairs: PAIRS });
    const { run, games } = journal(variant);
    assert.equal(games.length, 2 * PAIRS);
    const page = await opened(file, "#/game/1/0", { quick: true });
    let plies = 0;
    const ends = { shared: 0, kept: 0 }; // whether the end of a game shared out the remaining seeds
    for (const game of games) {
      await went(page, `#/game/${game.game}/0`);
      await page.waitForFunction((number) => document.querySelector("h1").textContent.startsWith(`Game ${number}:`), game.game);
      const shown = await shownBy(page, game.game > WHOLE);
      const moves = [...(game.opening.moves ?? []), ...game.moves];
      assert.deepEqual(shown.moves, moves);
      const rules = [variant, "--rules", ...run.ruleset.split(" ")];
      const questions = shown.positions.map((_, ply) => ({ moves: moves.slice(0, ply) }));
      const answers = answered(rules, questions);
      answers.forEach((answer, ply) => {
        const where = `game ${game.game}, ply ${ply}`;
        assert.equal(shown.positions[ply], answer.position, where);
        const wanted = cells(answer.position);
        const { outcome } = answer;
        const shared = outcome && (variant === "kalah" || variant === "oware") && outcome.seeds.some((seeds, side) => seeds !== wanted[12 + side]);
        if (!shown.redrawn[ply]) assert.deepEqual(shown.sown[ply].slice(0, wanted.length), wanted, `sown: ${where}`);
        if (shared) wanted.fill(0, 0, 12).splice(12, 2, ...outcome.seeds);
        assert.deepEqual(shown.jumped[ply].slice(0, wanted.length), wanted, `jumped: ${where}`);
        if (ply === moves.length) assert.deepEqual(shown.result, game.seeds, where);
        ends[shared ? "shared" : "kept"] += shared || outcome ? 1 : 0;
      });
      plies += moves.length;
    }
    assert.ok(plies > games.length * 5);
    await went(page, "#/");
    const saved = page.waitForEvent("download");
    await page.dispatchEvent("[data-key=Conditions] >> text=games.ogn", "click");
    assert.equal(readFileSync(await (await saved).path(), "utf8"), readFileSync(join(FOLDER, "results", variant, "games.ogn"), "utf8"));
    assert.equal(ends.shared > 0, variant === "kalah" || variant === "oware", JSON.stringify(ends));
    await closed(page);
  });
}
