/** The page's style: one column on a phone, light or dark as the system says. */
export const PAGE_CSS = `
:root { color-scheme: light dark; --line: light-dark(#d9dde3, #3a4048); --soft: light-dark(#f4f6f8, #1d2126); --accent: light-dark(#0b6e4f, #4cc79b); }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1rem; max-width: 70rem; font: 16px/1.5 system-ui, sans-serif; background: light-dark(#fff, #14171a); color: light-dark(#1b1f24, #e7eaee); }
h1 { font-size: 1.5rem; margin: .5rem 0; } h2 { font-size: 1.15rem; margin: 0 0 .75rem; }
p { margin: 0 0 .75rem; } code { font-size: .9em; }
section { border: 1px solid var(--line); border-radius: .75rem; padding: 1rem; margin: 1rem 0; background: var(--soft); }
form { display: grid; gap: .75rem; grid-template-columns: repeat(auto-fit, minmax(13rem, 1fr)); align-items: end; }
label { display: grid; gap: .25rem; font-size: .9rem; } label.tick { display: flex; gap: .5rem; align-items: center; min-height: 2.75rem; }
input, button { font: inherit; padding: .6rem .75rem; min-height: 2.75rem; border-radius: .5rem; border: 1px solid var(--line); background: light-dark(#fff, #14171a); color: inherit; width: 100%; }
label.tick input { width: 1.25rem; min-height: 1.25rem; }
button { background: var(--accent); color: light-dark(#fff, #06251a); border: 0; font-weight: 600; cursor: pointer; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th, td { text-align: left; padding: .45rem .6rem; border-bottom: 1px solid var(--line); vertical-align: top; } td { overflow-wrap: break-word; max-width: 24rem; } td.number { text-align: right; font-variant-numeric: tabular-nums; }
.note { border-left: 4px solid var(--accent); padding: .5rem .75rem; margin: 1rem 0; background: var(--soft); }
.empty { opacity: .75; }
`;
