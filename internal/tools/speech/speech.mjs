// Measures what a screen reader is told: the screens in xterm.js with its screen-reader mode, and the same walk in plain
// mode. node speech.mjs BINARY prints the words for each key, what of the screen was never announced, and what of it plain
// mode does not print; it fails if that is a fact of a form, of sending, of an answer or of a table. It needs tmux, Chromium
// and xterm.js (npm ci). docs/guide/terminal.md has the figures.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const binary = resolve(process.argv[2]);
const dir = mkdtempSync(join(tmpdir(), "a2aform-speech-"));
const [columns, rows] = [100, 30];

// The walk: keys, and a text that the screen has once they are through. A text is typed letter by letter.
const walk = [
  [[], "Skills"],
  [["Down"], "Plans a few days"],
  [["Enter"], "A city anywhere"],
  [[..."Lisbon", "Tab"], "First day ───"],
  [[..."2026-12-01", "Tab"], "Nights ───"],
  [["BSpace", ..."99", "Tab"], "At most 14"],
  [["BTab"], "✗ 1 problem"],
  [["BSpace", "BSpace", "3", "Tab", "Tab", "Tab", "Tab"], "Name ───"],
  [[..."Ada Lovelace"], "Ada Lovelace"],
  [["C-s"], "› Review"],
  [["Enter"], "✓ Done"],
  [["Down", "Down"], "Itinerary"],
];
const answers = ["2", "Lisbon", "2026-12-01", "99", "3", "", "", "", "Ada Lovelace", "", "", "", "", "", "n"]; // the same by lines

// What xterm.js is told of a key.
const sent = { Enter: "\r", Tab: "\t", BTab: "\x1b[Z", BSpace: "\x7f", "C-s": "\x13", Down: "\x1b[B" };

const environment = { ...process.env, A2AFORM_HOME: join(dir, "home"), A2AFORM_HINTS: "off", TERM: "xterm-256color", LC_ALL: "C.UTF-8" };
const socket = `a2aform-speech-${process.pid}`;
const tmux = (...args) => execFileSync("tmux", ["-L", socket, "-f", "/dev/null", ...args], { env: environment, encoding: "utf8" });
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
const screen = () => tmux("capture-pane", "-p", "-t", "walk");

// rest waits until the program has written nothing for a while, and the screen has a text.
async function rest(file, text = "") {
  for (let size = -1, calm = 0, tries = 0; calm < 3; tries++) {
    await sleep(100);
    const now = statSync(file).size;
    calm = now === size && screen().includes(text) ? calm + 1 : 0;
    size = now;
    if (tries > 300) throw new Error(`the screen never has "${text}":\n${screen()}`);
  }
}

// onScreens walks in the screens: what the program wrote after each key, and the screens at rest.
async function onScreens() {
  const file = join(dir, "bytes");
  writeFileSync(file, "");
  tmux("new-session", "-d", "-s", "walk", "-x", `${columns}`, "-y", `${rows}`, `read -r _; exec '${binary}' demo`);
  tmux("pipe-pane", "-t", "walk", `cat >>'${file}'`);
  tmux("send-keys", "-t", "walk", "Enter");
  const steps = [], shots = [];
  let from = 0;
  for (const [keys, text] of walk) {
    for (const [i, key] of [...keys, null].entries()) {
      if (key !== null) {
        tmux("send-keys", "-t", "walk", ...(key === " " ? ["Space"] : [key]));
      } else if (keys.length) {
        break;
      }
      if (text === "✓ Done") await sleep(1000); // the review ignores a key that may still be held
      await rest(file, i >= keys.length - 1 ? text : "");
      const bytes = readFileSync(file);
      steps.push({ key: key === null ? "" : (sent[key] ?? key), bytes: bytes.subarray(from).toString("base64") });
      from = bytes.length;
      if (text === "› Review") await sleep(700);
    }
    shots.push(screen());
  }
  tmux("kill-server");
  return { steps, shots };
}

// announced is the text of the live region of xterm.js after each key, in Chromium.
function announced(steps) {
  const library = readFileSync(new URL("node_modules/@xterm/xterm/lib/xterm.js", import.meta.url), "utf8");
  const page = join(dir, "page.html");
  writeFileSync(page, `<!DOCTYPE html><meta charset="utf-8"><div id="terminal"></div><pre id="told"></pre><script>${library}</script><script>
const steps = ${JSON.stringify(steps)}, told = [];
const terminal = new Terminal({ cols: ${columns}, rows: ${rows}, screenReaderMode: true, allowProposedApi: true });
terminal.open(document.getElementById("terminal"));
(async () => {
  for (const { key, bytes } of steps) {
    const manager = terminal._core._accessibilityManager.value;
    manager._handleKey(key || "\\x1b"); // as a key that is pressed in the terminal
    await new Promise((done) => terminal.write(Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0)), done));
    manager._announceCharacters(); // as its timer does, once a second
    told.push(document.querySelector(".live-region").textContent);
  }
  document.getElementById("told").textContent = JSON.stringify(told);
})();
</script>`);
  const dom = execFileSync("chromium", ["--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=60000", "--dump-dom", `file://${page}`],
    { encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "ignore"] });
  const found = dom.match(/<pre id="told">(\[.*?\])<\/pre>/s);
  if (!found) throw new Error("Chromium showed no result");
  return JSON.parse(found[1].replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&nbsp;", "\u00a0").replaceAll("&amp;", "&"));
}

const words = (text) => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
const plainText = (text) => words(text.replace(/[^\p{L}\p{N}.,:@%/+–€'“”-]+/gu, " ")).join(" ").toLowerCase();

// Not facts of the agent or the form, but of the screens: keys, buttons, tabs, counters, and where one is.
const ofTheScreen = /ctrl\+|alt\+|\bf\d\b|→|^\d+ of \d+ required|^\d+\/\d+$|^a2aform|^Demo Agent ›|\benter\b|typing|words work too|shows a calendar|steps|\besc\b|^e\.g\.|^default\.?$|^\d problem|^(Review & send|Back|Send|add (companion|wish)|\d (Values|JSON|Request))$/i;

// What plain mode says in other words.
const inOtherWords = {
  "Optional (default: no)": "default no, optional", "None yet, at most 6 items": "at most 6 items", "None yet, at most 5 items": "at most 5 items",
  "Send to Demo Agent, this machine": "Review: POST http://127.0.0.1", Sent: "submitted", Done: "completed",
};

// factsOf are the phrases of a screen: what stands between lines and wide gaps, without the line at the bottom about keys.
function factsOf(shot) {
  const facts = new Set();
  for (const line of shot.trimEnd().split("\n").slice(0, -1)) {
    for (const part of line.split(/[│╭╮╰╯─━▌▰▱▃▅▁]+|\s{2,}/)) {
      const phrase = part.replace(/^[\s○●✗✓*+()·–\[\]]+|[\s*\].]+$/g, "").replace(/…$/, "");
      if (/[\p{L}\p{N}]{2}/u.test(phrase) && !ofTheScreen.test(phrase)) facts.add(phrase);
    }
  }
  return facts;
}

try {
  const { steps, shots } = await onScreens();
  const told = announced(steps);
  const plain = spawnSync(binary, ["--plain", "demo"], { input: answers.join("\n") + "\n", env: environment, encoding: "utf8" });
  if (process.env.SPEECH_LOG) writeFileSync(process.env.SPEECH_LOG, JSON.stringify({ steps: steps.map((s) => s.key), told, shots, plain: plain.stdout + plain.stderr }, null, 1));
  const choosing = new Set(shots.slice(0, 2).flatMap((shot) => [...factsOf(shot)])); // of the card, before a form is open
  const facts = [...new Set(shots.flatMap((shot) => [...factsOf(shot)]))];
  const lostIn = (text, words = {}) => facts.filter((fact) => !plainText(text).includes(plainText(words[fact] ?? fact)));
  const keys = steps.length - 1; // the first is the start of the program
  const all = words(told.slice(1).join(" ")).length;
  const most = Math.max(...told.slice(1).map((text) => words(text).length));
  const inPlain = words(plain.stdout).length;
  const [neverTold, neverPrinted] = [lostIn(told.join(" ")), lostIn(plain.stdout + plain.stderr, inOtherWords)];
  const after = neverPrinted.filter((fact) => !choosing.has(fact));
  console.log(`screens: ${keys} keys, ${all} words announced, ${(all / keys).toFixed(1)} a key, at most ${most}; ${neverTold.length} of ${facts.length} facts never announced`);
  console.log(`plain: ${answers.length} answers, ${inPlain} words, ${(inPlain / answers.length).toFixed(1)} an answer; ${neverPrinted.length} of ${facts.length} facts never printed, ${after.length} of form, send, answer and table`);
  for (const fact of neverTold) console.log(`  never announced: ${fact}`);
  for (const fact of neverPrinted) console.log(`  never printed: ${fact}`);
  process.exitCode = after.length ? 1 : 0;
} finally {
  spawnSync("tmux", ["-L", socket, "kill-server"]); // which has ended, unless something failed
  rmSync(dir, { recursive: true, force: true });
}
