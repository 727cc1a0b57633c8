import { hash } from 'node:crypto';
import { iconsVersion } from '../../brand/logo/icons.js';
import type { Logo } from '../../brand/logo/logo.decider.js';
import { pageLogoOf } from '../../brand/logo/logos.js';
import type { Brand } from '../../contracts/brand/brand.js';
import { contrastOf, mixed, tinted } from '../../contracts/brand/contrast.js';
import { pageBrandOf } from '../../contracts/brand/page-brand.js';
import type { LegalPage } from '../../contracts/brand/legal-pages.js';
import { DEFAULT_BRAND } from '../../contracts/brand/default-brand.js';
import { CSP_NONCE_PLACEHOLDER } from '../../contracts/calls.js';

export interface WebFile {
  readonly type: string;
  readonly plain: Buffer;
  /** Precompressed by the build. */
  readonly brotli?: Buffer;
  readonly gzip?: Buffer;
  readonly etag: string;
  readonly immutable: boolean;
}

export const etagOf = (bytes: Buffer): string => `"${hash('sha256', bytes, 'base64url').slice(0, 22)}"`;

/** Page of the app. No other file contains a nonce. */
export const INDEX = '/index.html';
const MANIFEST = '/manifest.webmanifest';
const FAVICON = '/favicon.svg';
const VERIFIER_STYLE = '/verifier/page.css';

/** Keeps the results until the brand, the list of published legal pages or the logo changes. */
export function brandedFiles(files: ReadonlyMap<string, WebFile>) {
  let made:
    | {
        readonly brand: Brand;
        readonly legal: readonly LegalPage[];
        readonly logo: Logo | undefined;
        readonly files: ReadonlyMap<string, WebFile>;
      }
    | undefined;
  const branded = [...files].filter(
    ([path, { type }]) => [MANIFEST, FAVICON, VERIFIER_STYLE].includes(path) || type.startsWith('text/html'),
  );
  return (path: string, brand: Brand, legal: readonly LegalPage[], logo?: Logo): WebFile | undefined => {
    if (made?.brand !== brand || made.legal !== legal || made.logo !== logo)
      made = {
        brand,
        legal,
        logo,
        files: new Map(
          branded.map(([name, { type, plain, immutable }]) => {
            const bytes = Buffer.from(withBrand(name, plain.toString(), { brand, legal, logo }));
            return [name, { type, plain: bytes, etag: etagOf(bytes), immutable }];
          }),
        ),
      };
    return made.files.get(path) ?? files.get(path);
  };
}

interface Shown {
  readonly brand: Brand;
  readonly legal: readonly LegalPage[];
  readonly logo: Logo | undefined;
}

function withBrand(path: string, text: string, { brand, legal, logo }: Shown): string {
  const version = iconsVersion(brand, logo);
  if (path === MANIFEST) return manifestOf(text, brand, version);
  if (path === FAVICON) return text.replace(DEFAULT_BRAND.colour, brand.colour);
  const shown = logo && pageLogoOf(logo);
  const icon = '<link rel="icon" href="/icons/icon-192.png" type="image/png" />';
  const page = withGreys(shown ? text.replace(FAVICON_LINK, icon) : text, brand);
  const whole =
    path !== INDEX
      ? withColours(page, brand)
      : shown
        ? page.replace(signIn(page), `<img src="${shown.src}" alt="" />`)
        : page;
  return versioned(whole, version)
    .replaceAll('__BRAND_NAME__', () => escaped(brand.name))
    .replaceAll('__BRAND_COLOUR__', brand.colour)
    .replaceAll('__BRAND__', () => escaped(JSON.stringify(pageBrandOf(brand, legal, shown))))
    .replace('</head>', () => `${path === INDEX ? styleOf(brand) : ''}</head>`);
}

const withColours = (page: string, { colour, darkColour }: Brand): string =>
  page.replaceAll(DEFAULT_BRAND.colour, colour).replaceAll(DEFAULT_BRAND.darkColour, darkColour);

/** Gives the boot screen and the browser's bars the greys of the brand. */
function withGreys(page: string, brand: Brand): string {
  if (hasDefaultColours(brand)) return page;
  const greysOf = (scheme: keyof typeof NEUTRALS, colour: string) =>
    Object.values(NEUTRALS[scheme]).map((grey) => [grey, tinted(grey, colour)] as const);
  const greys = [...greysOf('pale', brand.colour), ...greysOf('dark', brand.darkColour)];
  return greys.reduce((text, [grey, own]) => text.replaceAll(grey, own), page);
}

const hasDefaultColours = ({ colour, darkColour }: Brand): boolean =>
  colour === DEFAULT_BRAND.colour && darkColour === DEFAULT_BRAND.darkColour;

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
]);
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES.get(character)!);

const FAVICON_LINK = /<link rel="icon" href="\/favicon\.svg"[^>]{0,200}>/;

/** Returns the sign of the boot screen, an element `svg`. */
function signIn(page: string): string {
  const begin = page.indexOf('<svg viewBox="0 0 32 32"');
  return page.slice(begin, page.indexOf('</svg>', begin) + '</svg>'.length);
}

/** Browsers keep an installed icon until its address changes. */
const versioned = (text: string, version: string | undefined): string =>
  version === undefined ? text : text.replaceAll(/\/icons\/[\w-]+\.png/g, (path) => `${path}?v=${version}`);

function manifestOf(text: string, { name, shortName, colour }: Brand, version: string | undefined): string {
  const manifest = JSON.parse(versioned(text, version)) as object;
  return JSON.stringify({ ...manifest, name, short_name: shortName, theme_color: colour });
}

/**
 * Share of the brand colour in each shade of the theme. White is mixed into shades 0 to 7, and black into
 * shades 8 and 9.
 */
const SHADES = [0.08, 0.16, 0.36, 0.55, 0.7, 0.85, 1, 1, 0.85, 0.65];
const FIRST_DARK_SHADE = 8;

/** Greys of `tokens.css` and of `theme.ts`, which get the hue of the brand. */
export const NEUTRALS = {
  pale: {
    'nl-page': '#f4f7f6',
    'nl-sunken': '#edf3f1',
    'nl-line': '#dbe4e1',
    'nl-line-strong': '#82948f',
    'nl-line-button': '#b4c3be',
    'nl-ink': '#10221f',
    'nl-ink-soft': '#4b5d58',
    'nl-plate': '#10221f',
  },
  dark: {
    'nl-page': '#0c1514',
    'nl-surface': '#121f1d',
    'nl-sunken': '#192926',
    'nl-line': '#263834',
    'nl-line-strong': '#6d827c',
    'nl-line-button': '#45594f',
    'nl-ink': '#e6efec',
    'nl-ink-soft': '#a3b5b0',
    'mantine-color-dark-0': '#e6efec',
    'mantine-color-dark-1': '#c5d3cf',
    'mantine-color-dark-2': '#a3b5b0',
    'mantine-color-dark-3': '#7d918c',
    'mantine-color-dark-4': '#51655f',
    'mantine-color-dark-5': '#2b3d39',
    'mantine-color-dark-6': '#1b2b28',
    'mantine-color-dark-7': '#121f1d',
    'mantine-color-dark-8': '#0c1514',
    'mantine-color-dark-9': '#080f0e',
  },
};

const neutralsOf = (scheme: keyof typeof NEUTRALS, colour: string): string =>
  Object.entries(NEUTRALS[scheme])
    .map(([name, grey]) => `--${name}:${tinted(grey, colour)};`)
    .join('');

const FILL_CONTRAST_MIN = 2;

/** Lightens `colour` until a button of this colour can be seen on `ground`. White text stays readable. */
function seenOn(ground: string, colour: string): string {
  let share = 1;
  while (contrastOf(mixed(colour, '#ffffff', share), ground) < FILL_CONTRAST_MIN) share -= 0.05;
  return mixed(colour, '#ffffff', share);
}

function fillsOf(colour: string): string {
  const shades = SHADES.map((share, shade) => {
    const rest = shade < FIRST_DARK_SHADE ? '#ffffff' : '#000000';
    return `--mantine-color-lagoon-${shade}:${mixed(colour, rest, share)};`;
  });
  return `--nl-fill:${colour};${shades.join('')}`;
}

/**
 * Style that replaces the colours of `tokens.css` and of the theme. Empty for the default colours.
 */
function styleOf(brand: Brand): string {
  const { colour, darkColour } = brand;
  if (hasDefaultColours(brand)) return '';
  const every = [
    `--nl-brand:${colour};--nl-brand-soft:${mixed(colour, '#ffffff', 0.1)};`,
    `--nl-deep:${mixed(colour, '#000000', 0.45)};`,
    neutralsOf('pale', colour),
    fillsOf(colour),
    `--mantine-color-lagoon-light:${colour}1a;--mantine-color-lagoon-light-hover:${colour}1f;`,
    `--mantine-color-lagoon-outline-hover:${colour}0d;`,
  ].join('');
  const surface = tinted(NEUTRALS.dark['nl-surface'], darkColour);
  const fill = seenOn(surface, colour);
  const dark = [
    `--nl-brand:${darkColour};--nl-brand-soft:${mixed(darkColour, surface, 0.15)};`,
    neutralsOf('dark', darkColour),
    fill === colour ? '' : fillsOf(fill),
  ].join('');
  // Use more specific selectors than `tokens.css` and the theme, so that these colours win.
  const scheme = '[data-mantine-color-scheme';
  return `<style nonce="${CSP_NONCE_PLACEHOLDER}">html:root${scheme}]{${every}}html:root${scheme}='dark']{${dark}}</style>`;
}
