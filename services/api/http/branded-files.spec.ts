import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { contrastOf } from '../../contracts/brand/contrast.js';
import { CSP_NONCE_PLACEHOLDER } from '../../contracts/calls.js';
import type { Brand } from '../../contracts/brand/brand.js';
import type { LegalPage } from '../../contracts/brand/legal-pages.js';
import { DEFAULT_BRAND } from '../../contracts/brand/default-brand.js';
import type { Logo } from '../../brand/logo/logo.decider.js';
import { brandedFiles, etagOf, NEUTRALS, type WebFile } from './branded-files.js';

const PAGE =
  '<head><style>html{background:#f4f7f6}</style><title>__BRAND_NAME__</title><meta name="brand" content="__BRAND__" /><link rel="icon" href="/favicon.svg" type="image/svg+xml" /><link rel="apple-touch-icon" href="/icons/apple-touch-icon.png" /></head><svg viewBox="0 0 32 32"><i fill="__BRAND_COLOUR__"></svg>';
const ADA: Brand = { ...DEFAULT_BRAND, name: 'Ada & $& Pay', shortName: 'Ada', colour: '#1d4ed8' };

const file = (type: string, text: string): WebFile => {
  const plain = Buffer.from(text);
  return { type, plain, brotli: plain, etag: etagOf(plain), immutable: false };
};
const branded = brandedFiles(
  new Map([
    ['/index.html', file('text/html; charset=utf-8', PAGE)],
    ['/manifest.webmanifest', file('application/manifest+json', '{"icons":["/icons/icon-192.png"]}')],
    ['/favicon.svg', file('image/svg+xml', `<rect fill="${DEFAULT_BRAND.colour}"/>`)],
    ['/verifier/page.css', file('text/css', readFileSync('web/src/auditor/verifier/verifier.css', 'utf8'))],
    ['/verifier/page.html', file('text/html', '<!doctype html><head></head><p>__BRAND_NAME__</p>')],
    ['/assets/a.js', file('text/javascript', '__BRAND_NAME__')],
  ]),
);
const NO_PAGES: readonly LegalPage[] = [];
const LOGO: Logo = {
  png: Buffer.from('png'),
  digest: 'a'.repeat(64),
  width: 512,
  height: 128,
  ground: 'pale',
};
const textOf = (path: string, brand: Brand, legal = NO_PAGES, logo?: Logo): string =>
  branded(path, brand, legal, logo)!.plain.toString();

describe('files with the brand', () => {
  it('name the default brand, with its own colours', () => {
    const page = textOf('/index.html', DEFAULT_BRAND);
    expect(page).toContain(`<title>${DEFAULT_BRAND.name}</title>`);
    expect(page).not.toContain('<style nonce');
    expect(page).toContain('html{background:#f4f7f6}');
    expect(JSON.parse(textOf('/manifest.webmanifest', DEFAULT_BRAND))).toEqual({
      icons: ['/icons/icon-192.png'],
      name: DEFAULT_BRAND.name,
      short_name: DEFAULT_BRAND.shortName,
      theme_color: DEFAULT_BRAND.colour,
    });
  });

  it('name another brand, as text and never as markup', () => {
    const page = textOf('/index.html', { ...ADA, headline: '"><script>alert(1)</script>' });
    expect(page).toContain('<title>Ada &amp; $&amp; Pay</title>');
    expect(page).not.toContain('<script>');
    const [, told = ''] = /content="([^"]*)"/.exec(page) ?? [];
    const plain = told.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>');
    expect(JSON.parse(plain.replaceAll('&amp;', '&'))).toMatchObject({
      name: ADA.name,
      headline: '"><script>alert(1)</script>',
    });
  });

  it('list the published legal pages, also when only these change', () => {
    expect(textOf('/index.html', ADA)).toContain('&quot;legal&quot;:[]');
    expect(textOf('/index.html', ADA, ['terms'])).toContain('&quot;legal&quot;:[&quot;terms&quot;]');
  });

  it('have the colours of another brand, in a style with the nonce of the page', () => {
    const page = textOf('/index.html', ADA);
    expect(page).toContain(`<style nonce="${CSP_NONCE_PLACEHOLDER}">html:root`);
    expect(page).toContain('--nl-fill:#1d4ed8;');
    expect(page).toContain('fill="#1d4ed8"');
    expect(textOf('/favicon.svg', ADA)).toBe('<rect fill="#1d4ed8"/>');
    expect(JSON.parse(textOf('/manifest.webmanifest', ADA))).toMatchObject({
      short_name: 'Ada',
      theme_color: '#1d4ed8',
      icons: [expect.stringMatching(/^\/icons\/icon-192\.png\?v=\w{10}$/)],
    });
  });

  it('have greys in the hue of the brand, in both schemes', () => {
    const tokens = readFileSync('web/src/ui/tokens.css', 'utf8');
    const theme = readFileSync('web/src/ui/theme.ts', 'utf8');
    const [pale = '', dark = ''] = tokens.split(":root[data-mantine-color-scheme='dark']");
    const page = textOf('/index.html', { ...ADA, colour: '#9a3412', darkColour: '#fdba74' });
    for (const [scheme, greys] of [
      [pale, NEUTRALS.pale],
      [dark, NEUTRALS.dark],
    ] as const)
      for (const [name, grey] of Object.entries(greys)) {
        expect(name.startsWith('mantine') ? theme : scheme).toContain(
          name.startsWith('mantine') ? `'${grey}',` : `--${name}: ${grey};`,
        );
        expect(page).not.toContain(grey);
      }
    expect(page.match(/--nl-page:#(?!f4f7f6|0c1514)[0-9a-f]{6};/g)).toHaveLength(2);
  });

  it('have the colours of the brand on the page that checks receipts', () => {
    const own = { ...ADA, colour: '#9a3412', darkColour: '#fdba74' };
    const [style, before] = [own, DEFAULT_BRAND].map((brand) => textOf('/verifier/page.css', brand));
    const coloursIn = (text = '') => new Set(text.match(/#[0-9a-f]{3,8}\b/g));
    const judging = ['#fff', '#0b6b4f', '#a3201d', '#5fd3ab', '#ff9c94'];
    expect([...coloursIn(before)].filter((each) => coloursIn(style).has(each)).toSorted()).toEqual(
      judging.toSorted(),
    );
    expect([...coloursIn(style)]).toEqual(expect.arrayContaining(['#9a3412', '#fdba74']));
  });

  it('without a drawn sign stay whole beside a logo', () => {
    expect(textOf('/verifier/page.html', ADA, NO_PAGES, LOGO)).toMatch(/^<!doctype html><head><\/head>/);
  });

  it.each(['#000000', '#1e1b4b', '#9a3412'])(
    'have buttons of %s that can be seen on dark pages',
    (colour) => {
      const page = textOf('/index.html', { ...ADA, colour });
      const fills = [...page.matchAll(/--nl-fill:(#[0-9a-f]{6});/g)].map(([, fill]) => fill!);
      expect(fills[0]).toBe(colour);
      expect(contrastOf(fills.at(-1)!, NEUTRALS.dark['nl-surface'])).toBeGreaterThanOrEqual(1.9);
      expect(contrastOf(fills.at(-1)!, '#ffffff')).toBeGreaterThanOrEqual(4.5);
    },
  );

  it('show the logo instead of the drawn sign, and icons at another address', () => {
    const path = `/logo-${'a'.repeat(20)}.png`;
    const page = textOf('/index.html', ADA, NO_PAGES, LOGO);
    expect(page).toContain(`<img src="${path}" alt="" />`);
    expect(page).not.toContain('<svg');
    expect(page).toContain(
      `&quot;logo&quot;:{&quot;src&quot;:&quot;${path}&quot;,&quot;width&quot;:144,&quot;height&quot;:36`,
    );
    const addresses = [...page.matchAll(/href="([^"]*)"/g)].map(([, address]) => address);
    const version = /v=(\w{10})/.exec(textOf('/manifest.webmanifest', ADA, NO_PAGES, LOGO))![1];
    expect(addresses).toEqual([
      `/icons/icon-192.png?v=${version}`,
      `/icons/apple-touch-icon.png?v=${version}`,
    ]);
    expect(textOf('/manifest.webmanifest', ADA)).not.toContain(version);
    expect(textOf('/index.html', ADA)).toContain('<svg');
  });

  it('change their ETag with the brand, and are not sent compressed as they were built', () => {
    const [before, after] = [DEFAULT_BRAND, ADA].map((brand) => branded('/favicon.svg', brand, NO_PAGES)!);
    expect(before!.etag).not.toBe(after!.etag);
    expect(after!.brotli).toBeUndefined();
    expect(branded('/favicon.svg', ADA, NO_PAGES)).toBe(after);
    expect(textOf('/assets/a.js', ADA)).toBe('__BRAND_NAME__');
  });
});
