// Measures the size of the page and the time to open it: node open_bench.mjs BUILD [GAMES…].
import { statSync } from "node:fs";
import { launched, opened } from "./browser.mjs";
import { copied, journal, made, played } from "./runs.mjs";

const sizes = process.argv.slice(3).map(Number);
played("seed", { pairs: 50 });
const { run, games } = journal("seed");
const browser = await launched();
console.log("     games       page   written in  overview in  replay in  position in");
for (const count of sizes.length > 0 ? sizes : [0, 1000, 10_000, 100_000]) {
  const begin = performance.now();
  const file = made(`run-${count}`, run, copied(games, count, Array.from({ length: 8 }, (_, k) => `engine-${k + 1}`)));
  const written = performance.now() - begin;
  const times = [];
  for (const route of count > 0 ? ["#/", "#/game/1/10"] : ["#/"]) {
    const start = performance.now();
    const page = await opened(browser, file, route);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    times.push(performance.now() - start);
    await page.context().close();
  }
  if (count > 0) {
    const page = await opened(browser, file, "#/games");
    times.push(
      await page.evaluate(async () => {
        const begin = performance.now();
        const field = document.querySelector("[aria-label=Position]");
        field.value = "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S";
        field.dispatchEvent(new Event("input"));
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        return performance.now() - begin;
      }),
    );
    await page.context().close();
  }
  const [overview, replay, position] = times.map((time) => `${(time / 1000).toFixed(2)} s`.padStart(11));
  console.log(`${String(count).padStart(10)} ${`${(statSync(file).size / 1024).toFixed(0)} KiB`.padStart(10)} ${`${(written / 1000).toFixed(2)} s`.padStart(12)}  ${overview}${replay ?? ""}${position ?? ""}`);
}
await browser.close();
