"""The style and the script of the web page; colours of text have a contrast of at least 4.5:1."""

from __future__ import annotations

from typing import Final

STYLE: Final = """
:root{color-scheme:light dark;
--ground:#fff;--ink:#1f2328;--soft:#57606a;--line:#d0d7de;--raised:#f6f8fa;--link:#0b5cad;
--found:#1a7f37;--missing:#cf222e;--unknown:#9a6700;--unasked:#6e7781;--odd:#8250df;
--mark:#fff0b3}
@media (prefers-color-scheme:dark){:root{
--ground:#0d1117;--ink:#e6edf3;--soft:#9da7b3;--line:#30363d;--raised:#161b22;--link:#7ab8ff;
--found:#3fb950;--missing:#ff7b72;--unknown:#d9a520;--unasked:#9da7b3;--odd:#c3a6ff;
--mark:#5c4a00}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:80rem;padding:1.5rem;background:var(--ground);color:var(--ink);
font:1rem/1.5 system-ui,sans-serif}
h1{font-size:1.6rem;margin:0 0 .25rem;overflow-wrap:anywhere}
h2{font-size:1.2rem;margin:2rem 0 .75rem}
h3{display:inline;font-size:1rem;overflow-wrap:anywhere}
nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;list-style:none;margin:.6rem 0 0;padding:0}
.file{margin:.6rem 0}.file>summary{color:var(--ink);margin-bottom:.25rem}
header p{margin:0;font-size:1.1rem}
header .run{color:var(--soft);font-size:.9rem;margin-top:.25rem;overflow-wrap:anywhere}
a{color:var(--link);overflow-wrap:anywhere}
:focus-visible{outline:2px solid var(--link);outline-offset:2px}
figure{margin:0}
.chart{display:block;width:100%;height:2.25rem;border-radius:.4rem;background:var(--raised)}
.found{--own:var(--found)}.missing,.disagrees,.retracted{--own:var(--missing)}
.unknown{--own:var(--unknown)}.unasked{--own:var(--unasked)}
.alias,.deleted,.no-target{--own:var(--odd)}.may-disagree{--own:var(--link)}
.chart rect{fill:var(--own);stroke:var(--ground);stroke-width:2;vector-effect:non-scaling-stroke}
:is(rect,.key):is(.retracted,.deleted){filter:brightness(.65)}
:is(rect,.key):is(.disagrees,.no-target){filter:saturate(.35)}
.legend{display:flex;flex-wrap:wrap;gap:.25rem 1.75rem;list-style:none;margin:.6rem 0 0;padding:0}
.key{display:inline-block;width:.8em;height:.8em;margin-right:.4em;border-radius:.15em;
background:var(--own)}
small{color:var(--soft)}
form{display:flex;flex-wrap:wrap;gap:.5rem 1.25rem;align-items:center;margin-bottom:.75rem}
form[hidden]{display:none}
label{display:inline-flex;gap:.4rem;align-items:center}
input[type=search],select{font:inherit;color:inherit;background:var(--raised);
border:1px solid var(--soft);border-radius:.3rem;padding:.25rem .5rem}
input[type=search]{width:22rem;max-width:60vw}
output{color:var(--soft)}
.bars{width:auto}
.bars th,.bars td{border:0;padding:.15rem .7rem .15rem 0;font-weight:normal}
.bars th{white-space:nowrap}.bars .bar{width:24rem}
.bars svg{display:block;width:100%;height:.7rem;margin-top:.4rem}
.bars rect{fill:var(--link)}
.unseen{position:absolute;clip-path:inset(50%);white-space:nowrap;width:1px;height:1px}
.scroll{overflow-x:auto;border:1px solid var(--line);border-radius:.4rem}
table{border-collapse:collapse;width:100%}
th,td{padding:.45rem .55rem;text-align:left;vertical-align:top;border-top:1px solid var(--line)}
thead th{border-top:0;background:var(--raised);white-space:nowrap}
th button{font:inherit;font-weight:bold;color:inherit;background:none;border:0;padding:0;
cursor:pointer}
th button::after{content:" \\2195" / "";color:var(--soft)}
th[aria-sort=ascending] button::after{content:" \\2191" / "";color:inherit}
th[aria-sort=descending] button::after{content:" \\2193" / "";color:inherit}
#table td:nth-child(2){min-width:12rem}td.places{min-width:10rem;overflow-wrap:anywhere}
td.title{min-width:12rem}
td.number{text-align:right}
td small{display:block;max-width:16rem}
td ul{list-style:none;margin:0;padding:0;overflow-wrap:anywhere}
.verdict{color:var(--own);font-weight:600;white-space:nowrap}
.verdict::before{content:"";display:inline-block;width:.7em;height:.7em;margin-right:.4em;
border-radius:50%;background:currentColor}
.verdict.missing::before{border-radius:0;transform:rotate(45deg)}
.verdict.unknown::before{border-radius:0}
.verdict.alias::before,.verdict.deleted::before,.verdict.no-target::before{
background:none;border:.15em solid currentColor}
.findings{list-style:none;margin:0;padding:0}
.findings li{padding:.25rem 0 .25rem .75rem;border-left:.25rem solid var(--line);
margin-bottom:.35rem;overflow-wrap:anywhere}
.findings :target,.findings li:target{background:var(--raised)}
.findings pre{margin:.15rem 0 0;padding:.2rem .5rem;background:var(--raised);color:var(--ink);
border-radius:.3rem;white-space:pre-wrap;font:.85em/1.45 ui-monospace,monospace}
mark{background:var(--mark);color:var(--ink)}
.findings .error{border-color:var(--missing)}.findings .warning{border-color:var(--unknown)}
.findings .hint{border-color:var(--link);border-left-style:dotted}
.findings .hint b{color:var(--link)}
.place,code{font-family:ui-monospace,monospace;font-size:.9em}
.place{color:var(--soft)}
.rule{font-family:ui-monospace,monospace;font-size:.9em}
summary{cursor:pointer;color:var(--link)}
@media (max-width:40rem){body{padding:1rem}input[type=search]{width:100%;max-width:none}
.bars .bar{display:none}.bars th{white-space:normal}.verdict{white-space:normal}.scroll{border:0}
#table,#table :is(thead,tbody,td),#table tr:not([hidden]){display:block}
#table thead::before{content:"Sort by: "}#table thead :is(tr,th){display:inline}
#table thead th{background:none;padding:.2rem .7rem .2rem 0}
#table tbody tr{border:1px solid var(--line);border-radius:.4rem;padding:.5rem;margin:.6rem 0}
#table td{border:0;padding:.1rem 0;min-width:0;text-align:left}#table td:empty{display:none}
#table td small{max-width:none}td.count::before{content:"findings: "}
td.meant::before{content:"may mean "}}
@media print{form,nav{display:none}body{max-width:none;padding:0}a{color:inherit}
.findings li,#table tr{break-inside:avoid}summary{break-after:avoid}.scroll{overflow:visible}
details::details-content{content-visibility:visible;height:auto}
.chart rect,.key,.bars rect,mark{print-color-adjust:exact}}
"""

SCRIPT: Final = """
(() => {
  const reveal = () => {
    const target = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
    for (let one = target && target.closest("details"); one;
         one = one.parentElement.closest("details")) one.open = true;
    if (target) target.scrollIntoView();
  };
  addEventListener("hashchange", reveal);
  const folded = [];
  addEventListener("beforeprint", () => {
    for (const one of document.querySelectorAll("details:not([open])")) {
      one.open = true;
      folded.push(one);
    }
  });
  addEventListener("afterprint", () => {
    for (const one of folded.splice(0)) one.open = false;
  });
  reveal();
  const table = document.getElementById("table");
  if (!table) return;
  const body = table.tBodies[0];
  const rows = [...body.rows];
  const form = document.getElementById("filters");
  const words = document.getElementById("words");
  const verdict = document.getElementById("verdict");
  const troubled = document.getElementById("troubled");
  const shown = document.getElementById("shown");
  let texts;
  const filter = () => {
    texts ??= new Map(rows.map(row => [row, row.textContent.toLowerCase()]));
    const wanted = words.value.toLowerCase().split(/\\s+/).filter(Boolean);
    let count = 0;
    for (const row of rows) {
      const fits = wanted.every(word => texts.get(row).includes(word))
        && (!verdict.value || row.dataset.verdict === verdict.value)
        && (!troubled.checked || row.dataset.findings !== "0");
      row.hidden = !fits;
      count += fits;
    }
    shown.value = count + " of " + rows.length;
    if (count < rows.length) table.closest("details").open = true;
  };
  form.hidden = false;
  form.addEventListener("input", filter);
  form.addEventListener("submit", event => event.preventDefault());
  const key = (row, column) => row.cells[column].dataset.key ?? row.cells[column].textContent;
  const order = new Intl.Collator("en", {numeric: true}).compare;
  [...table.tHead.rows[0].cells].forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = head.textContent;
    head.replaceChildren(button);
    button.addEventListener("click", () => {
      const down = head.getAttribute("aria-sort") === "ascending";
      for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      rows.sort((a, b) => (down ? -1 : 1) * order(key(a, column), key(b, column)));
      body.append(...rows);
    });
  });
})();
"""
