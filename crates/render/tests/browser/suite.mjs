// The HTML pages in a real browser: those of `explore` and of `research` over a small tree, on a desktop and on a phone,
// light and dark, and on paper. A page must run without a complaint of the browser, fit the width, be readable
// (contrast as WCAG 2.2 AA asks), and reach everything that scrolls, opens or leads elsewhere by the keyboard.
//
// How the pages look is compared with looks.txt: where the named parts stand, how far they are apart, their letters and
// colours. These facts do not depend on the fonts of a machine, as pixels do. Where a change is meant,
// `cargo xtask pages` writes them anew.
//
// Usage: suite.mjs PROGRAM PACKAGES [--write], with the program `firsthand` and the folder in which npm installed the
// packages. The screenshots are written to PACKAGES/pages, to be looked at; with --write, looks.txt is written, too.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const [program, packages, writes] = process.argv.slice(2);
const installed = createRequire(join(packages, "package.json"));
const chromium = installed("@sparticuz/chromium");
const { chromium: playwright } = installed("playwright-core");

const QUESTION = "where is the basket's discount applied to a very long customer name?";
/** What the tree has, beside what the question is about: lines and words wider than a phone, and all kinds of syntax. */
const FILES = {
  "src/basket.py": `"""Baskets."""\n\nLIMIT = 1000  # cents\n\n\ndef apply_discount(basket, customer):\n    """Applies the discount of a customer to the basket."""\n    if customer.name and len(customer.name) > LIMIT:\n        return basket.total - ${"basket.discount_of_customer + ".repeat(12)}0\n    return basket.total\n`,
  "src/checkout.py": `from basket import apply_discount\n\n\ndef checkout(basket, customer):\n    price = apply_discount(basket, customer)\n    return {"price": price, "note": "${"x".repeat(300)}"}\n`,
  "src/shop.ts": `export interface Basket { total: number }\n\n/** The discount of a basket. */\nexport function discount(basket: Basket, name: string): number {\n  const customer_name = name.trim();\n  return customer_name.length > 10 ? basket.total * 0.9 : basket.total;\n}\n`,
  [`src/${"deeply_nested_folder/".repeat(6)}customer_name.py`]: `def customer_name(basket):\n    return basket.customer.name\n`,
};
const VIEWS = [
  { name: "desktop", viewport: { width: 1280, height: 900 } },
  { name: "desktop-dark", viewport: { width: 1280, height: 900 }, colorScheme: "dark" },
  { name: "phone", viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
  { name: "phone-dark", viewport: { width: 360, height: 740 }, colorScheme: "dark", isMobile: true },
  { name: "paper", viewport: { width: 794, height: 1123 }, media: "print" },
];
/** How the pages should look. */
const LOOKS = fileURLToPath(new URL("looks.txt", import.meta.url));
/** The parts of a page whose first example is compared. */
const PARTS = [
  "main", "header", ".kind", "h1", ".chips", ".chips .low", ".commit", "section", "h2", ".relations", ".links", ".links > li",
  ".links > li p", ".place b", ".place code", ".role", ".quote", ".quote td:first-child", ".quote .tk", "details.code",
  "details.code summary", ".items > li", ".facts", ".facts th",
];
/** The most times that Tab is pressed on a page. */
const MOST_TABS = 500;

/** Writes the tree with one commit and the address of a forge, and returns its folder. */
function repository(folder) {
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const git = (...args) => execFileSync("git", ["-C", folder, "-c", "user.name=t", "-c", "user.email=t@example.com", ...args]);
  git("init", "--quiet");
  git("remote", "add", "origin", "https://github.com/example/shop.git");
  git("add", ".");
  git("commit", "--quiet", "--message", "Baskets have a discount");
  return folder;
}

/** The pages to look at, by name. */
function pages(root) {
  const ask = (...args) =>
    execFileSync(program, [...args, "--root", root, "--format", "html"], { encoding: "utf8", maxBuffer: 1 << 26 });
  return {
    explore: ask("explore", QUESTION, "--no-cache"),
    research: ask("research", "who calls apply_discount, and what changed around the discount?"),
  };
}

/** Texts whose contrast is too low. Runs in the page. */
function lowContrast() {
  const parts = (color) => {
    const srgb = /^color\(srgb ([^)]*)\)/.exec(color);
    const numbers = (srgb ? srgb[1] : color).match(/[\d.]+/g).map(Number);
    const scale = srgb ? 255 : 1;
    return [numbers[0] * scale, numbers[1] * scale, numbers[2] * scale, numbers[3] ?? 1];
  };
  const over = ([r, g, b, a], [R, G, B]) => [r * a + R * (1 - a), g * a + G * (1 - a), b * a + B * (1 - a), 1];
  const background = (element) => {
    const layers = [];
    for (let at = element; at; at = at.parentElement) {
      const color = parts(getComputedStyle(at).backgroundColor);
      if (color[3] > 0) layers.push(color);
      if (color[3] === 1) break;
    }
    return layers.reduceRight((below, layer) => over(layer, below), [255, 255, 255, 1]);
  };
  const luminance = ([r, g, b]) => {
    const [R, G, B] = [r, g, b].map((c) => ((c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * R + 0.7152 * G + 0.0722 * B;
  };
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    const text = walker.currentNode.data.trim();
    const style = getComputedStyle(element);
    // In a picture the background is another shape's: the circle of a number, or the box of a place.
    const shape = element.closest("svg") && (element.classList.contains("n") ? "circle" : element.classList.contains("word") ? "" : "rect");
    if (!text || !element.checkVisibility() || element.tagName === "TITLE") continue;
    const drawn = shape ? element.closest("svg").querySelector(shape) : null;
    const below = drawn ? parts(getComputedStyle(drawn).fill) : background(element);
    const color = over(parts(element.closest("svg") ? style.fill : style.color), below);
    const [dark, light] = [luminance(color), luminance(below)].sort((a, b) => a - b);
    const ratio = (light + 0.05) / (dark + 0.05);
    const size = parseFloat(style.fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    if (ratio < (isLarge ? 3 : 4.5)) found.push(`${ratio.toFixed(2)} <${element.tagName} class="${element.className.baseVal ?? element.className}">: ${text.slice(0, 40)}`);
  }
  return found;
}

/** A line for each part: its left edge and width where they depend on the page alone, its distance from the part above it,
 * its letters and colours. Runs in the page. */
function looks(parts) {
  const hex = (color) => {
    const srgb = /^color\(srgb ([^)]*)\)/.exec(color);
    const [r, g, b, a = 1] = (srgb ? srgb[1] : color).match(/[\d.]+/g).map((part, at) => Number(part) * (srgb && at < 3 ? 255 : 1));
    return a === 0 ? "-" : "#" + [r, g, b].map((part) => Math.round(part).toString(16).padStart(2, "0")).join("");
  };
  const round = (pixels) => Math.round(pixels * 2) / 2;
  const lines = [];
  for (const part of parts) {
    const element = [...document.querySelectorAll(part)].find((one) => one.checkVisibility());
    if (!element) continue;
    const style = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    const facts = [];
    const isItem = /flex|grid/.test(getComputedStyle(element.parentElement).display);
    if (!style.display.startsWith("inline") && !style.display.startsWith("table-") && !isItem) {
      facts.push(`at ${round(box.left)} wide ${round(box.width)}`);
      const above = element.previousElementSibling;
      if (above?.checkVisibility() && !getComputedStyle(above).display.startsWith("inline")) {
        facts.push(`below ${above.localName} ${round(box.top - above.getBoundingClientRect().bottom)}`);
      }
    }
    facts.push(`letters ${style.fontSize}/${style.fontWeight} ${hex(style.color)} on ${hex(style.backgroundColor)}`);
    if (parseFloat(style.borderTopWidth) > 0) facts.push(`border ${hex(style.borderTopColor)} round ${style.borderTopLeftRadius}`);
    lines.push(`${part}: ${facts.join(", ")}`);
  }
  return lines;
}

/** Compares how the pages look with how they should. */
function compareLooks(found) {
  const lines = found.flatMap(({ where, lines }) => lines.map((line) => `${where}: ${line}\n`));
  if (writes === "--write") {
    writeFileSync(LOOKS, lines.join(""));
    return;
  }
  const expected = readFileSync(LOOKS, "utf8").split(/(?<=\n)/);
  const gone = expected.filter((line) => !lines.includes(line)).map((line) => `- ${line}`);
  const come = lines.filter((line) => !expected.includes(line)).map((line) => `+ ${line}`);
  const changes = [...gone, ...come].join("");
  assert.ok(!changes, `the pages look different; if that is meant, \`cargo xtask pages\` writes looks.txt anew:\n${changes}`);
}

/** Marks what the keyboard has to reach, and returns how many elements that are. Runs in the page. */
function markReachable() {
  for (const element of document.querySelectorAll("details")) element.open = true;
  let marked = 0;
  for (const element of document.querySelectorAll("body *")) {
    const scrolls = element.scrollWidth > element.clientWidth + 1 && ["auto", "scroll"].includes(getComputedStyle(element).overflowX);
    if (!scrolls && !element.matches("summary, a[href]")) continue;
    element.dataset.reach = String(marked);
    marked += 1;
  }
  return marked;
}

/** The marked elements that Tab does not reach. */
async function unreached(page) {
  const expected = await page.evaluate(markReachable);
  const reached = new Set();
  for (let press = 0; press < MOST_TABS && reached.size < expected; press += 1) {
    await page.keyboard.press("Tab");
    const at = await page.evaluate(() => document.activeElement?.dataset?.reach);
    if (at !== undefined) reached.add(at);
  }
  const missing = [...Array(expected).keys()].filter((at) => !reached.has(String(at)));
  const name = (at) => document.querySelector(`[data-reach="${at}"]`).outerHTML.slice(0, 120);
  return Promise.all(missing.map((at) => page.evaluate(name, at)));
}

async function check(browser, name, html, view) {
  const where = `${name}, ${view.name}`;
  const { viewport, colorScheme = "light", hasTouch = false, isMobile = false } = view;
  const context = await browser.newContext({ viewport, colorScheme, hasTouch, isMobile });
  const page = await context.newPage();
  const complaints = [];
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("request", (request) => request.url().startsWith("file:") || complaints.push(`loads ${request.url()}`));
  const file = join(packages, "pages", `${name}.html`);
  writeFileSync(file, html);
  await page.goto(pathToFileURL(file).href);
  if (view.media) await page.emulateMedia({ media: view.media });
  await page.screenshot({ path: join(packages, "pages", `${name}-${view.name}.png`), fullPage: true });
  const [shown, wide] = await page.evaluate(() => [document.documentElement.clientWidth, document.documentElement.scrollWidth]);
  assert.ok(wide <= shown, `${where}: ${wide} pixels wide, of ${shown}`);
  const lines = await page.evaluate(looks, PARTS);
  const missing = view.media ? [] : await unreached(page);
  assert.deepEqual(missing, [], `${where}: not reached by the keyboard`);
  assert.deepEqual(await page.evaluate(lowContrast), [], `${where}: contrast`);
  const text = await page.evaluate(() => document.body.innerText);
  assert.ok(!text.includes("\\n"), `${where}: an escaped line end`);
  const rows = await page.evaluate(() => document.querySelectorAll("table.source tr").length);
  assert.ok(rows > 1, `${where}: no source lines`);
  assert.deepEqual(complaints, [], `${where}: complaints of the browser`);
  await context.close();
  return { where, lines };
}

const folder = mkdtempSync(join(tmpdir(), "firsthand-pages-"));
mkdirSync(join(packages, "pages"), { recursive: true });
// Of the package's own arguments `--single-process` would end the browser with its first window.
const args = ["--no-sandbox", "--no-zygote", "--disable-gpu", "--font-render-hinting=none"];
const browser = await playwright.launch({ executablePath: await chromium.executablePath(), args, headless: true });
try {
  const found = [];
  for (const [name, html] of Object.entries(pages(repository(folder)))) {
    for (const view of VIEWS) {
      found.push(await check(browser, name, html, view));
    }
  }
  compareLooks(found);
  console.log(`${found.length} views hold in Chromium ${browser.version()}; screenshots in ${join(packages, "pages")}`);
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
