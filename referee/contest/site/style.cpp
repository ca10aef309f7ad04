// How the pages of a contest look: as the page of a run does (report/html/src/style.css), without its script.
#include "referee/contest/site/pages.hpp"

namespace ebiri::contest {

std::string_view contest_style() {
  return R"(:root {
  color-scheme: light dark;
  --ground: #f4f2ee;
  --paper: #ffffff;
  --raised: #faf8f5;
  --text: #211d19;
  --muted: #625b53;
  --line: #e1dcd4;
  --accent: #0b6655;
  --on-accent: #ffffff;
  --good: #17694f;
  --bad: #b03325;
  --warn: #8a5a00;
  --shadow: 0 1px 2px rgb(40 30 20 / 8%), 0 4px 16px rgb(40 30 20 / 5%);
  font-family: system-ui, "Segoe UI", "Noto Sans", "DejaVu Sans", sans-serif;
  font-size: 15px;
  line-height: 1.5;
  background: var(--ground);
  color: var(--text);
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --ground: #161512;
    --paper: #211f1c;
    --raised: #2a2825;
    --text: #e0dcd6;
    --muted: #a9a298;
    --line: #3a3733;
    --accent: #6cc5ae;
    --on-accent: #10211d;
    --good: #57b894;
    --bad: #ef7d6f;
    --warn: #e0b15c;
    --shadow: 0 1px 2px rgb(0 0 0 / 30%);
  }
}
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: flex; flex-direction: column; }
a { color: var(--accent); text-underline-offset: 2px; }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 0 .25rem; font-weight: 650; letter-spacing: -.01em; overflow-wrap: anywhere; }
h2 { font-size: .95rem; margin: 0 0 .75rem; font-weight: 650; }
h3 { font-size: .9rem; margin: 1rem 0 .35rem; font-weight: 650; }
p { margin: 0 0 .6rem; max-width: 80ch; }
h1 + :not(.subtitle) { margin-top: 1rem; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
.skip { position: absolute; left: -999px; }
.skip:focus { left: 8px; top: 8px; z-index: 9; background: var(--paper); padding: .5rem 1rem; }
.muted, .subtitle { color: var(--muted); }
.muted { font-size: .85rem; }
.subtitle { margin: 0 0 1.25rem; overflow-wrap: anywhere; }

header { display: flex; align-items: center; gap: .25rem 1.25rem; padding: .5rem max(1rem, calc((100vw - 1240px) / 2)); background: var(--paper); border-bottom: 1px solid var(--line); }
.brand { font-weight: 750; font-size: 1.1rem; text-decoration: none; color: var(--text); letter-spacing: -.02em; max-width: 30ch; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
nav { display: flex; gap: .25rem; flex: 1; overflow-x: auto; }
nav a { padding: .35rem .7rem; border-radius: 6px; text-decoration: none; color: var(--muted); white-space: nowrap; }
nav a:hover { color: var(--text); background: var(--raised); }
nav a[aria-current] { color: var(--text); background: var(--ground); font-weight: 600; }
main { width: 100%; max-width: 1272px; margin: 0 auto; padding: 1.5rem 1rem 3rem; flex: 1; }
footer { color: var(--muted); font-size: .8rem; text-align: center; padding: 1rem; }

.card { background: var(--paper); border: 1px solid var(--line); border-radius: 10px; padding: 1rem 1.1rem; margin: 0 0 1rem; box-shadow: var(--shadow); min-width: 0; }
.notice { border-left: 4px solid var(--accent); background: var(--paper); padding: .6rem 1rem; border-radius: 0 8px 8px 0; margin: 0 0 1.25rem; box-shadow: var(--shadow); }
.notice.bad { border-color: var(--bad); }
.notice p { margin: .2rem 0; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); gap: 1px; background: var(--line); border: 1px solid var(--line); border-radius: 10px; overflow: hidden; margin: 0 0 1rem; box-shadow: var(--shadow); }
.figures > div { background: var(--paper); padding: .75rem 1rem; }
.figures dt { color: var(--muted); font-size: .8rem; }
.figures dd { margin: 0; font-weight: 650; font-variant-numeric: tabular-nums; }
.figures time { white-space: normal; }
.figures small { display: block; color: var(--muted); font-weight: 400; }

.scroller { overflow-x: auto; }
.scroller + p { margin-top: .75rem; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; font-size: .9rem; }
th, td { padding: .38rem .55rem; text-align: left; border-bottom: 1px solid var(--line); vertical-align: top; }
thead th { font-weight: 600; color: var(--muted); font-size: .8rem; white-space: nowrap; }
tbody tr:last-child > * { border-bottom: 0; }
tbody th { font-weight: 600; min-width: 12ch; overflow-wrap: anywhere; }
.number { text-align: right; white-space: nowrap; }
time { white-space: nowrap; }
.state { white-space: nowrap; font-weight: 600; }
.state.good { color: var(--good); }
.state.bad { color: var(--bad); }
.state.waits { color: var(--warn); }
dl.facts { display: grid; grid-template-columns: minmax(11ch, max-content) 1fr; gap: .35rem 1rem; margin: 0; }
dl.facts dt { color: var(--muted); }
dl.facts dd { margin: 0; overflow-wrap: anywhere; }
ul.plain { margin: 0; padding: 0; list-style: none; }
pre { margin: 0; overflow: auto; font: .82rem/1.5 ui-monospace, "DejaVu Sans Mono", monospace; background: var(--raised); border: 1px solid var(--line); padding: .6rem .8rem; border-radius: 6px; max-height: 70vh; }
pre.wrapped { white-space: pre-wrap; overflow-wrap: anywhere; }
code { font: .85rem ui-monospace, "DejaVu Sans Mono", monospace; overflow-wrap: anywhere; }

label { display: block; font-weight: 600; margin: 0 0 .25rem; }
input { font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--muted); border-radius: 7px; padding: .4rem .6rem; max-width: 100%; margin: 0 0 .75rem; }
input[type="password"], input[type="text"] { width: 70ch; }
button { font: inherit; font-weight: 600; cursor: pointer; color: var(--on-accent); background: var(--accent); border: 1px solid var(--accent); border-radius: 7px; padding: .4rem 1rem; }
button.quiet { color: var(--text); background: var(--raised); border-color: var(--muted); font-weight: 400; }
form.inline { display: inline; }
@media (max-width: 520px) {
  header { flex-wrap: wrap; }
  nav { flex-basis: 100%; flex-wrap: wrap; }
  dl.facts { grid-template-columns: 1fr; gap: 0; }
  dl.facts dd { margin: 0 0 .5rem; }
}
@media print {
  nav, form { display: none; }
  pre { max-height: none; white-space: pre-wrap; }
  .card, .notice, .figures { box-shadow: none; }
}
)";
}

}  // namespace ebiri::contest
