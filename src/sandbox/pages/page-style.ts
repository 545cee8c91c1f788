import type { Html } from './html.js';

/** The one style of all pages of a sandbox: light and dark, from the width of a phone up. */
export const pageStyle: Html = {
  markup: `
:root { color-scheme: light dark; --paper: #fff; --ground: #f2f4f7; --ink: #17202c; --quiet: #566273; --line: #e2e6ec; --edge: #7c8899; --accent: #1f5fbf; --on-accent: #fff; --soft: #edf2fa; --banner: #fff1cc; --banner-ink: #5c4300; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #1a212b; --ground: #10151c; --ink: #e9eef5; --quiet: #a3b0c0; --line: #303a48; --edge: #8592a3; --accent: #85b4ff; --on-accent: #0d1a2d; --soft: #222c3a; --banner: #3b2f0c; --banner-ink: #ffe1a1; }
}
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: flex; flex-direction: column; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
.banner { padding: .6rem 1rem; text-align: center; font-weight: 600; background: var(--banner); color: var(--banner-ink); }
main { width: min(34rem, 100% - 2rem); margin: clamp(1rem, 8vh, 5rem) auto 1.5rem; padding: clamp(1.25rem, 5vw, 2.5rem); background: var(--paper); border: 1px solid var(--line); border-radius: 1rem; box-shadow: 0 1px 2px #0001, 0 12px 32px #0001; }
h1 { margin: 0; font-size: 1.75rem; line-height: 1.2; letter-spacing: -.01em; text-wrap: balance; }
h2 { margin: 2rem 0 .5rem; font-size: 1.125rem; line-height: 1.3; }
a { color: var(--accent); }
.lead { margin: .75rem 0 0; color: var(--quiet); text-wrap: pretty; }
.quiet { color: var(--quiet); font-size: .875rem; }
.amount { margin: 1.5rem 0 0; font-size: 2.5rem; font-weight: 700; line-height: 1.1; font-variant-numeric: tabular-nums; }
dl { margin: 1.5rem 0 0; border-top: 1px solid var(--line); }
dl div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1.5rem; padding: .7rem 0; border-bottom: 1px solid var(--line); }
dt { color: var(--quiet); }
dd { margin: 0; font-weight: 500; }
fieldset { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 12rem), 1fr)); gap: .9rem 1rem; margin: 1.75rem 0 0; padding: 0; border: 0; min-width: 0; }
legend { padding: 0; margin-bottom: .75rem; font-weight: 600; }
label { display: grid; gap: .25rem; min-width: 0; color: var(--quiet); font-size: .875rem; }
input { width: 100%; min-height: 2.75rem; padding: .5rem .75rem; border: 1px solid var(--edge); border-radius: .5rem; background: transparent; color: var(--ink); font: 1rem/1.25 system-ui, sans-serif; }
.decision { padding: 1rem 1.25rem 1.25rem; border: 1px solid transparent; border-radius: .75rem; background: var(--soft); gap: .25rem 1rem; }
.decision legend { float: left; grid-column: 1 / -1; margin: 0; }
.decision label { display: flex; align-items: center; gap: .6rem; min-height: 2.5rem; color: inherit; font-size: 1rem; }
.decision input { width: 1.25rem; min-height: 0; height: 1.25rem; margin: 0; accent-color: var(--accent); }
.actions { display: flex; flex-wrap: wrap; gap: .75rem; margin: 1.75rem 0 0; }
.button { flex: 1 1 auto; min-height: 2.75rem; padding: .7rem 1.25rem; border: 1px solid var(--accent); border-radius: .6rem; background: transparent; color: var(--accent); font: 600 1rem/1.25 system-ui, sans-serif; text-align: center; text-decoration: none; cursor: pointer; }
.button.first { background: var(--accent); color: var(--on-accent); }
.button:hover { text-decoration: underline; }
.rows { margin: 1rem 0 0; padding: 0; list-style: none; border-top: 1px solid var(--line); }
.rows li { padding: .75rem 0; border-bottom: 1px solid var(--line); }
.rows .quiet { display: block; }
.rows .state { float: right; margin-left: 1rem; padding: .1rem .5rem; border-radius: .4rem; background: var(--soft); color: var(--quiet); font-size: .8125rem; }
.phone { margin: 1.25rem 0 0; padding: 0; list-style: none; }
.phone li { margin: 0 0 1.25rem; }
.phone .text { margin: .25rem 0 0; width: fit-content; max-width: 100%; padding: .75rem 1rem; border: 1px solid transparent; border-radius: .25rem 1.125rem 1.125rem; background: var(--soft); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
footer { margin: 0 auto 2rem; padding: 0 1rem; color: var(--quiet); font-size: .875rem; text-align: center; }
`,
};
