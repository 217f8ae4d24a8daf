package report

// style adds to the style of exported results.
const style = `
header.top { border-bottom: 1px solid var(--line); margin-bottom: 1.6rem; padding-bottom: 1.2rem; }
.eyebrow { color: var(--dim); font-size: .82rem; margin: 0 0 .5rem; }
header.top h1 { margin: 0 0 .5rem; font-size: 1.75rem; }
.lead { font-size: 1.08rem; max-width: 72ch; margin: .3rem 0 0; }
.pill { display: inline-block; border-radius: 999px; padding: .12rem .7rem; font-size: .82rem; font-weight: 600; line-height: 1.5; vertical-align: middle; white-space: nowrap;
  background: var(--soft); color: var(--dim); border: 1px solid var(--line); }
.pill.good { background: color-mix(in srgb, var(--good) 12%, var(--bg)); border-color: color-mix(in srgb, var(--good) 35%, var(--bg)); color: var(--good); }
.pill.bad { background: var(--bad-bg); border-color: color-mix(in srgb, var(--bad) 35%, var(--bg)); color: var(--bad); }
.pill.warn { background: color-mix(in srgb, var(--warn) 12%, var(--bg)); border-color: color-mix(in srgb, var(--warn) 35%, var(--bg)); color: var(--warn); }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(6.6rem, 1fr)); gap: .6rem; margin: 1.1rem 0 0; }
.tiles div { background: var(--soft); border: 1px solid var(--line); border-radius: 8px; padding: .55rem .8rem; }
.tiles dt { color: var(--dim); font-size: .78rem; }
.tiles dd { margin: 0; font-size: 1.2rem; font-weight: 600; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
.tiles .good dd { color: var(--good); } .tiles .bad dd { color: var(--bad); } .tiles .warn dd { color: var(--warn); }
.stack { display: flex; gap: 2px; height: .55rem; border-radius: 4px; overflow: hidden; margin: 1rem 0 0; }
.stack i { display: block; min-width: 3px; background: var(--line); }
.stack .good, .dot.good { background: var(--good); } .stack .bad, .dot.bad { background: var(--bad); } .stack .warn, .dot.warn { background: var(--warn); }
section > h2 { font-size: 1.15rem; margin: 2rem 0 .6rem; padding-top: 1.1rem; }
header.top + section > h2 { border: 0; margin-top: 0; padding-top: 0; }
.part section > h2 { font-size: 1rem; border: 0; padding: 0; margin: .8rem 0 .2rem; }
.part section > h3:first-child, .part section > h2:first-child { margin-top: 0; }
.part .facts { margin-bottom: .3rem; }
.pair { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 0 2.4rem; }
.pair > section > h2 { border: 0; margin-top: 0; padding-top: .2rem; }
section + .pair { border-top: 1px solid var(--line); margin-top: 2rem; padding-top: .9rem; }
.pair .fields th { width: 38%; }
.note { border-left: 3px solid var(--accent); background: var(--soft); border-radius: 0 6px 6px 0; padding: .5rem .9rem; margin: .7rem 0 0; max-width: 80ch; }
.note small { color: var(--dim); }
.checks { width: 100%; table-layout: fixed; }
.checks th:nth-child(1) { width: 2.2rem; } .checks th:nth-child(2) { width: 30%; }
.checks td { overflow-wrap: anywhere; } .checks thead th { color: var(--dim); font-weight: 500; font-size: .86rem; }
.checks td:first-child { width: 1.6rem; padding-right: 0; }
.checks code { overflow-wrap: anywhere; }
.checks .why { color: var(--dim); }
.mark { font-weight: 700; display: inline-block; min-width: 1.1rem; }
.times { border: 1px solid var(--line); border-radius: 8px; overflow: hidden; }
.times > div { display: grid; grid-template-columns: 5.2rem minmax(4rem, 22%) minmax(0, 1fr); gap: .9rem; align-items: start; padding: .38rem .9rem; border-bottom: 1px solid var(--line); }
.times > div:last-child { border-bottom: 0; }
.times time { color: var(--dim); font-variant-numeric: tabular-nums; text-align: right; white-space: nowrap; }
.track { position: relative; height: 1.55rem; }
.track::before { content: ""; position: absolute; inset: .75rem 0 auto; height: 2px; border-radius: 1px; background: var(--line); }
.dot { position: absolute; top: .5rem; width: .55rem; height: .55rem; margin-left: -.27rem; border-radius: 50%; background: var(--accent); }
.dot.dim { background: var(--dim); }
.times p { margin: 0; overflow-wrap: anywhere; }
.times details { margin: 0; } .times summary, details summary { font-size: .88rem; }
.times b { font-weight: 600; }
pre { max-height: 32rem; margin: .5rem 0; }
pre.command { border-left: 3px solid var(--accent); }
details.case { border: 1px solid var(--line); border-radius: 8px; margin: .6rem 0; }
details.case > summary { padding: .6rem .9rem; color: var(--fg); font-size: 1rem; display: flex; flex-wrap: wrap; gap: .2rem .7rem; align-items: baseline; list-style: none; }
details.case > summary::-webkit-details-marker { display: none; }
details.case > summary b { font-weight: 600; overflow-wrap: anywhere; }
details.case > summary .what { color: var(--dim); flex-basis: 100%; padding-left: 1.8rem; font-size: .9rem; }
details.of-bad { border-left: 4px solid var(--bad); } details.of-warn { border-left: 4px solid var(--warn); }
details.case > div { padding: .1rem .9rem .8rem 1.2rem; border-top: 1px solid var(--line); }
details.case h3 { margin-top: 1.1rem; font-size: .95rem; color: var(--dim); font-weight: 600; }
details.case .pair { margin-top: .4rem; border: 0; }
details.case .part > section > .facts:first-child { display: none; }
.cases { width: 100%; }
.cases td { padding-top: .3rem; padding-bottom: .3rem; }
.cases td:first-child { width: 1.6rem; padding-right: 0; }
.cases .num { width: 5rem; } .cases .lat { width: 22%; }
.lat span { display: block; height: .5rem; margin-top: .5rem; border-radius: 3px; background: var(--bar); min-width: 2px; width: calc(100% * min(1, var(--t) / var(--max))); }
.lat .bad { background: var(--bad); } .lat .warn { background: var(--warn); }
footer { color: var(--dim); font-size: .86rem; border-top: 1px solid var(--line); margin-top: 2.4rem; padding-top: 1rem; }
@media screen and (max-width: 800px) { .pair { grid-template-columns: minmax(0, 1fr); } .pair > section + section > h2 { margin-top: 1rem; } }
@media screen and (max-width: 640px) {
  header.top h1 { font-size: 1.4rem; }
  .tiles { grid-template-columns: repeat(2, minmax(0, 1fr)); } .tiles dd { font-size: 1.05rem; }
  .times > div { grid-template-columns: 4.2rem minmax(0, 1fr); padding: .38rem .6rem; } .track { display: none; }
  .checks, .checks tbody, .checks tr { display: block; } .checks thead { display: none; }
  .checks tr { border-bottom: 1px solid var(--line); padding: .4rem 0; } .checks td { display: block; border: 0; padding: .05rem 0 .05rem 1.6rem; overflow-wrap: anywhere; }
  .checks td:first-child { float: left; width: 1.6rem; padding-left: 0; } .checks td[data-name]::before { content: attr(data-name) " "; color: var(--dim); }
  .cases .file, .cases .lat { display: none; }
}
@media print {
  details.case, .times > div, .tiles div { break-inside: avoid; }
  pre { max-height: none; } .dot, .stack i, .lat span, .pill, .note { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  .times details, .raw { display: none; }
  .pair { grid-template-columns: minmax(0, 1fr); }
  .tiles { grid-template-columns: repeat(auto-fit, minmax(4.4rem, 1fr)); gap: .4rem; } .tiles div { padding: .3rem .5rem; } .tiles dd { font-size: 1rem; }
}
`
