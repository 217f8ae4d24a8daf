package export

// pageStyle is all that the page looks like: the reader's light or dark, heads
// that stay, and paper.
const pageStyle = `:root {
  color-scheme: light dark;
  --bg: #ffffff; --fg: #1c1e26; --dim: #626880; --line: #dcdfe8; --soft: #f4f5f9;
  --accent: #4450c8; --good: #126b33; --bad: #c01f38; --bad-bg: #fdecef; --warn: #955800; --bar: #6d78e6;
}
@media (prefers-color-scheme: dark) {
  :root {
    --bg: #14151b; --fg: #e4e6ef; --dim: #989eb4; --line: #2e313d; --soft: #1c1e27;
    --accent: #9aa5ff; --good: #5fd38a; --bad: #ff7d90; --bad-bg: #3a1a22; --warn: #f0b35a; --bar: #7884f2;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--bg); color: var(--fg); font: 15px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
main { max-width: 1280px; margin: 0 auto; padding: 28px 24px 64px; }
h1 { font-size: 1.55rem; line-height: 1.25; margin: 0 0 1.2rem; }
h2 { font-size: 1.25rem; margin: 2.2rem 0 .4rem; padding-top: 1.1rem; border-top: 1px solid var(--line); }
h3 { font-size: 1.05rem; margin: 1.6rem 0 .2rem; }
h4, h5, h6 { font-size: 1rem; margin: 1.2rem 0 .3rem; }
h1 + section > h2:first-child { margin-top: 0; }
h1, h2, h3, .fields td, .fields th, p, summary { overflow-wrap: anywhere; }
p { margin: .5rem 0; }
a, .link { color: var(--accent); }
.count { font-size: .85rem; font-weight: 600; color: var(--bad); background: var(--bad-bg); border-radius: 999px; padding: .2rem .7rem; text-decoration: none; white-space: nowrap; vertical-align: middle; }
.about, .dim { color: var(--dim); }
.about, .text { white-space: pre-wrap; }
p.text, .prose, .about { max-width: 75ch; }
.facts { color: var(--dim); font-size: .86rem; margin: .1rem 0 .6rem; }
.fields + .facts, .scroll + .facts, .prose + .facts, p.text + .facts { margin-top: 1.6rem; }
.prose + .prose, .prose + .text { margin-top: 1.2rem; }
.facts span + span::before { content: "·"; color: var(--dim); margin-right: .35rem; }
.yes { color: var(--good); }
.bad { color: var(--bad); }
.warn { color: var(--warn); }
.no { color: var(--dim); }
.notice { border-left: 3px solid var(--line); padding: .25rem .8rem; color: var(--dim); max-width: 75ch; }
.notice.warn { border-color: var(--warn); color: var(--warn); }
.broken { color: var(--bad); }
.variant { font-weight: 400; color: var(--accent); margin-left: .4rem; }
small { display: block; font-size: .8rem; line-height: 1.35; }
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "Noto Sans Mono", monospace; font-size: .88em; }
th code { font-weight: 400; color: var(--dim); margin-left: .3rem; }
pre { background: var(--soft); border: 1px solid var(--line); border-radius: 6px; padding: .7rem .9rem; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; }
blockquote { margin: .6rem 0; padding: 0 0 0 .9rem; border-left: 3px solid var(--line); color: var(--dim); }
hr { border: 0; border-top: 1px solid var(--line); margin: 1.2rem 0; }
table { border-collapse: collapse; }
th, td { text-align: left; vertical-align: top; padding: .38rem .8rem; border-bottom: 1px solid var(--line); }
th { font-weight: 600; }
.fields { width: 100%; max-width: 900px; }
.fields th { width: 30%; min-width: 7rem; padding-left: 0; }
.fields .d1 { padding-left: 1.2rem; } .fields .d2 { padding-left: 2.4rem; } .fields .d3 { padding-left: 3.6rem; }
.fields .d4 { padding-left: 4.8rem; } .fields .d5 { padding-left: 6rem; } .fields .d6 { padding-left: 7.2rem; }
.scroll { overflow: auto; max-height: 85vh; border: 1px solid var(--line); border-radius: 6px; margin: .5rem 0 1rem; width: fit-content; max-width: 100%; }
.grid thead th, .grid tr:first-child th { position: sticky; top: 0; background: var(--soft); box-shadow: inset 0 -1px 0 var(--line); max-width: 18ch; vertical-align: bottom; z-index: 2; }
.grid { width: max-content; }
.grid td { max-width: 46ch; overflow-wrap: break-word; }
.grid .long .text { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; min-width: 30ch; cursor: pointer; }
.grid .long:focus .text { -webkit-line-clamp: none; }
.grid td:first-child { background: var(--bg); }
@media (min-width: 721px) { .grid td:first-child, .grid thead th:first-child { position: sticky; left: 0; z-index: 1; } .grid thead th:first-child { z-index: 3; } }
.brief { margin: .1rem 0 .7rem; } .brief span { margin-right: 1.4rem; font-weight: 600; } .brief .when { font-weight: 400; } .brief .alarm { color: var(--warn); }
.grid tbody tr:last-child td { border-bottom: 0; }
.grid tbody tr:hover td { background: var(--soft); }
.grid tbody td.bad, td.bad { background: var(--bad-bg); color: inherit; }
.num, .fix { white-space: nowrap; font-variant-numeric: tabular-nums; }
.fix .text { white-space: nowrap; }
.grid td.bad { min-width: 9rem; }
.num { text-align: right; }
td.num small, td.fix small { white-space: normal; }
.bar { display: inline-block; width: 5.5rem; height: .42rem; margin-left: .35rem; border-radius: 3px; background: var(--line); overflow: hidden; vertical-align: middle; }
.bar i { display: block; height: 100%; background: var(--bar); }
.swatch { display: inline-block; width: 1.6rem; height: .95rem; border: 1px solid var(--line); border-radius: 3px; vertical-align: -2px; }
summary { cursor: pointer; color: var(--accent); }
details .scroll { max-height: none; }
.prose > :first-child { margin-top: 0; } .prose > :last-child { margin-bottom: 0; }
:target { outline: 2px solid var(--bad); outline-offset: -2px; }
@media (max-width: 640px) {
  main { padding: 18px 14px 40px; }
  th, td { padding: .32rem .5rem; }
  .fields th { width: 38%; min-width: 5.5rem; }
}
@media print {
  :root { --bg: #fff; --fg: #000; --dim: #555; --line: #bbb; --soft: #f2f2f2; --accent: #223; --good: #060; --bad: #a00; --bad-bg: #fbe9ec; --warn: #740; --bar: #777; }
  body { font-size: 10pt; }
  main { max-width: none; padding: 0; }
  .scroll { overflow: visible; max-height: none; border: 0; }
  .grid { width: auto; } .grid td { overflow-wrap: anywhere; } .grid th, .num, .fix, .fix .text { white-space: normal; } .grid td.bad { min-width: 0; }
  .grid .long .text { -webkit-line-clamp: none; min-width: 0; } .grid td:first-child { position: static; }
  .grid thead { display: table-header-group; }
  .grid thead th, .grid tr:first-child th { position: static; }
  tr, h2, h3 { break-inside: avoid; } h2, h3 { break-after: avoid; }
  details::details-content { content-visibility: visible; display: block; height: auto; }
  .bar, .swatch, td.bad { print-color-adjust: exact; }
}
`
