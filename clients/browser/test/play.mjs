// Plays a round on the page in Chromium, by clicks, and prints as JSON what was seen.
//
// Usage: node test/play.mjs CHROMIUM URL FOLDER; the folder gets pictures of the table and the scores.
import axe from "axe-core";
import { chromium } from "playwright-core";

const FLAGS = [
  "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync",
];
const PATIENCE = 120_000;

const [executablePath, url, folder] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath, args: FLAGS });
const page = await browser.newPage({ viewport: { width: 1000, height: 1100 } });
page.setDefaultTimeout(PATIENCE);
const seen = { errors: [], faults: [], refusals: [], turns: 0 };
let moved;
page.on("pageerror", (error) => seen.errors.push(String(error)));
page.on("console", (line) => line.type() === "error" && seen.errors.push(line.text()));
page.on("response", (answer) => answer.url().endsWith("/ApplyMove") && (moved = answer));

async function inspect() {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  seen.faults.push(...violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html)}`));
}

/** Tries each card that no move begins with, and notes what the page says of it. */
async function tryUnplayable(moves) {
  for (const card of await page.locator("#hand button").all()) {
    const [, name] = (await card.getAttribute("aria-label")).split(", ");
    if (moves.some((move) => move.startsWith(`Play ${name}`))) continue;
    await card.click();
    await page.locator("#refusal:not(:empty)").waitFor();
    seen.refusals.push([name, await page.locator("#refusal").textContent()]);
    await page.locator("#mine:enabled").waitFor();
  }
}

async function deal(seats) {
  await page.locator("#count").fill(String(seats));
  await page.locator("#deal").click();
}

/** Deals anew while a bot's move is on its way, lets that come, and notes whose seats are shown. */
async function leaveTable() {
  await page.locator("#mine:enabled").waitFor();
  let release;
  const held = new Promise((resolve) => (release = resolve));
  await page.route("**/ApplyMove", (route) => held.then(() => route.continue()), { times: 1 });
  const asked = page.waitForRequest("**/ApplyMove");
  await deal(3);
  const move = await asked;
  await deal(5);
  await page.locator("#seats li").nth(4).waitFor();
  await page.locator("#mine:enabled").waitFor();
  release();
  await (await move.response()).finished();
  await page.locator("#moves button").first().click();
  await page.locator("#mine:enabled").waitFor();
  seen.seats = await page.locator("#seats li").count();
}

try {
  await page.goto(url);
  await page.locator("#preset option").nth(1).waitFor({ state: "attached" });
  await inspect();
  await page.locator("#preset").selectOption("standard");
  await deal(3);
  for (;;) {
    await page.locator("#scores:visible, #mine:enabled").first().waitFor();
    if (await page.locator("#scores").isVisible()) break;
    const refusal = await page.locator("#refusal").textContent();
    if (refusal) throw new Error(`expected a listed move to be made, got ${refusal}`);
    const moves = await page.locator("#moves button").allTextContents();
    const focused = await page.evaluate(() => document.activeElement?.textContent);
    if (focused !== moves[0]) seen.errors.push(`expected the keyboard on ${moves[0]}, got ${focused}`);
    if (seen.turns++ === 0) {
      await inspect();
      await page.screenshot({ path: `${folder}/table.png`, fullPage: true });
    }
    if (!seen.refusals.length) await tryUnplayable(moves);
    await page.locator("#moves button").first().click();
  }
  await inspect();
  await page.screenshot({ path: `${folder}/scores.png`, fullPage: true });
  seen.ended = await page.locator("#ended").textContent();
  seen.scores = await page.locator("#points tr").evaluateAll((rows) =>
    rows.map((row) => [...row.cells].map((cell) => cell.textContent)),
  );
  seen.answer = (await moved.body()).toString("base64");
  await page.locator("#next").click();
  await page.locator("#log li", { hasText: "Round 2: " }).waitFor();
  await leaveTable();
  console.log(JSON.stringify(seen));
} finally {
  await browser.close();
}
