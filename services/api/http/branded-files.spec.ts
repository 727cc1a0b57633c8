import { describe, expect, it } from '@jest/globals';
import { CSP_NONCE_PLACEHOLDER } from '../../contracts/calls.js';
import type { Brand } from '../../contracts/brand/brand.js';
import type { LegalPage } from '../../contracts/brand/legal-pages.js';
import { DEFAULT_BRAND } from '../../contracts/brand/default-brand.js';
import { brandedFiles, etagOf, type WebFile } from './branded-files.js';

const PAGE =
  '<head><title>__BRAND_NAME__</title><meta name="brand" content="__BRAND__" /></head><i fill="__BRAND_COLOUR__">';
const ADA: Brand = { ...DEFAULT_BRAND, name: 'Ada & $& Pay', shortName: 'Ada', colour: '#1d4ed8' };

const file = (type: string, text: string): WebFile => {
  const plain = Buffer.from(text);
  return { type, plain, brotli: plain, etag: etagOf(plain), immutable: false };
};
const branded = brandedFiles(
  new Map([
    ['/index.html', file('text/html; charset=utf-8', PAGE)],
    ['/manifest.webmanifest', file('application/manifest+json', '{"icons":["png"]}')],
    ['/favicon.svg', file('image/svg+xml', `<rect fill="${DEFAULT_BRAND.colour}"/>`)],
    ['/assets/a.js', file('text/javascript', '__BRAND_NAME__')],
  ]),
);
const NO_PAGES: readonly LegalPage[] = [];
const textOf = (path: string, brand: Brand, legal = NO_PAGES): string =>
  branded(path, brand, legal)!.plain.toString();

describe('files with the brand', () => {
  it('name the default brand, with its own colours', () => {
    const page = textOf('/index.html', DEFAULT_BRAND);
    expect(page).toContain(`<title>${DEFAULT_BRAND.name}</title>`);
    expect(page).not.toContain('<style');
    expect(JSON.parse(textOf('/manifest.webmanifest', DEFAULT_BRAND))).toEqual({
      icons: ['png'],
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
      icons: [{ src: '/favicon.svg' }, { purpose: 'maskable' }],
    });
  });

  it('change their ETag with the brand, and are not sent compressed as they were built', () => {
    const [before, after] = [DEFAULT_BRAND, ADA].map((brand) => branded('/favicon.svg', brand, NO_PAGES)!);
    expect(before!.etag).not.toBe(after!.etag);
    expect(after!.brotli).toBeUndefined();
    expect(branded('/favicon.svg', ADA, NO_PAGES)).toBe(after);
    expect(textOf('/assets/a.js', ADA)).toBe('__BRAND_NAME__');
  });
});
