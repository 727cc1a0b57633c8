import { hash } from 'node:crypto';
import type { Brand } from '../../contracts/brand/brand.js';
import { mixed } from '../../contracts/brand/contrast.js';
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

/** Keeps the results until the brand or the list of published legal pages changes. */
export function brandedFiles(files: ReadonlyMap<string, WebFile>) {
  let made:
    | {
        readonly brand: Brand;
        readonly legal: readonly LegalPage[];
        readonly files: ReadonlyMap<string, WebFile>;
      }
    | undefined;
  const branded = [...files].filter(
    ([path, { type }]) => path === MANIFEST || path === FAVICON || type.startsWith('text/html'),
  );
  return (path: string, brand: Brand, legal: readonly LegalPage[]): WebFile | undefined => {
    if (made?.brand !== brand || made.legal !== legal)
      made = {
        brand,
        legal,
        files: new Map(
          branded.map(([name, { type, plain, immutable }]) => {
            const bytes = Buffer.from(withBrand(name, plain.toString(), brand, legal));
            return [name, { type, plain: bytes, etag: etagOf(bytes), immutable }];
          }),
        ),
      };
    return made.files.get(path) ?? files.get(path);
  };
}

function withBrand(path: string, text: string, brand: Brand, legal: readonly LegalPage[]): string {
  if (path === MANIFEST) return manifestOf(text, brand);
  if (path === FAVICON) return text.replace(DEFAULT_BRAND.colour, brand.colour);
  return text
    .replaceAll('__BRAND_NAME__', () => escaped(brand.name))
    .replaceAll('__BRAND_COLOUR__', brand.colour)
    .replaceAll('__BRAND__', () => escaped(JSON.stringify(pageBrandOf(brand, legal))))
    .replace('</head>', () => `${path === INDEX ? styleOf(brand) : ''}</head>`);
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
]);
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES.get(character)!);

function manifestOf(text: string, { name, shortName, colour }: Brand): string {
  const manifest = JSON.parse(text) as object;
  const icon = { src: FAVICON, sizes: 'any', type: 'image/svg+xml' };
  return JSON.stringify({
    ...manifest,
    name,
    short_name: shortName,
    theme_color: colour,
    // With another colour, leave out the PNG icons, because these show the default brand's colour.
    ...(colour !== DEFAULT_BRAND.colour && { icons: [icon, { ...icon, purpose: 'maskable' }] }),
  });
}

/**
 * Share of the brand colour in each shade of the theme. White is mixed into shades 0 to 7, and black into
 * shades 8 and 9.
 */
const SHADES = [0.08, 0.16, 0.36, 0.55, 0.7, 0.85, 1, 1, 0.85, 0.65];
const FIRST_DARK_SHADE = 8;

/**
 * Makes the style that replaces the colours of `tokens.css` and of the theme. Returns an empty text for the
 * default colours.
 */
function styleOf({ colour, darkColour }: Brand): string {
  if (colour === DEFAULT_BRAND.colour && darkColour === DEFAULT_BRAND.darkColour) return '';
  const shades = SHADES.map((share, shade) => {
    const rest = shade < FIRST_DARK_SHADE ? '#ffffff' : '#000000';
    return `--mantine-color-lagoon-${shade}:${mixed(colour, rest, share)};`;
  });
  const every = [
    `--nl-brand:${colour};--nl-brand-soft:${mixed(colour, '#ffffff', 0.1)};`,
    `--nl-fill:${colour};--nl-deep:${mixed(colour, '#000000', 0.45)};`,
    ...shades,
    `--mantine-color-lagoon-light:${colour}1a;--mantine-color-lagoon-light-hover:${colour}1f;`,
    `--mantine-color-lagoon-outline-hover:${colour}0d;`,
  ].join('');
  const dark = `--nl-brand:${darkColour};--nl-brand-soft:${mixed(darkColour, '#121f1d', 0.15)};`;
  // Use more specific selectors than `tokens.css` and the theme, so that these colours win.
  const scheme = '[data-mantine-color-scheme';
  return `<style nonce="${CSP_NONCE_PLACEHOLDER}">html:root${scheme}]{${every}}html:root${scheme}='dark']{${dark}}</style>`;
}
