import { nameOf, type Shot } from './plan.js';

export const WIDTHS = [360, 1280, 1920] as const;
export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export const fileOf = (shot: Shot, width: number, theme: Theme): string =>
  `${nameOf(shot).replaceAll(' ', '-')}.${width}.${theme}.jpg`;

/** Reasons of missing pictures, by `nameOf` their shot. */
export type Faults = ReadonlyMap<string, string>;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

function figure(shot: Shot, faults: Faults): string {
  const fault = faults.get(nameOf(shot));
  const pictures = THEMES.flatMap((theme) =>
    WIDTHS.map((width) => {
      const file = escaped(fileOf(shot, width, theme));
      return `<a href="${file}" data-theme="${theme}"><img loading="lazy" src="${file}" alt="${width} px, ${theme}" style="width:${width / 6}px"></a>`;
    }),
  ).join('');
  return `<figure data-state="${escaped(shot.look ?? shot.state)}"><figcaption>${escaped(shot.look ?? shot.state)}${fault ? ` <b>${escaped(fault)}</b>` : ''}</figcaption><div>${pictures}</div></figure>`;
}

/** Lists all pictures: a row per state, with each width in both themes. */
export function indexPage(shots: readonly Shot[], faults: Faults): string {
  const pages = new Map<string, Shot[]>();
  for (const shot of shots) pages.set(shot.route, [...(pages.get(shot.route) ?? []), shot]);
  const sections = [...pages].map(
    ([route, ofPage]) =>
      `<section id="${escaped(route)}"><h2>${escaped(route)}</h2>${ofPage.map((shot) => figure(shot, faults)).join('')}</section>`,
  );
  const links = [...pages.keys()].map((route) => `<a href="#${escaped(route)}">${escaped(route)}</a>`);
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Gallery</title><style>
body{font:14px system-ui;margin:1rem;background:#888}nav{columns:6;margin-bottom:1rem}nav a{display:block;color:#000}
figure{margin:0 0 1rem}figure div{display:flex;gap:6px;align-items:flex-start;overflow-x:auto}
figcaption{font-weight:600}img{display:block;max-height:70vh;object-fit:cover;object-position:top}b{color:#900}
</style><h1>${shots.length} views, ${WIDTHS.join(', ')} px, ${THEMES.join(' and ')}</h1><nav>${links.join('')}</nav>${sections.join('')}</html>`;
}
