import { describe, expect, it } from '@jest/globals';
import { CSP_NONCE_PLACEHOLDER } from '../../contracts/calls.js';
import type { Brand } from '../../contracts/brand/brand.js';
import type { LegalPage } from '../../contracts/brand/legal-pages.js';
import { DEFAULT_BRAND } from '../../contracts/brand/default-brand.js';
import type { Logo } from '../../brand/logo/logo.decider.js';
import { brandedFiles, etagOf, type WebFile } from './branded-files.js';

const PAGE =
  '<head><title>__BRAND_NAME__</title><meta name="brand" content="__BRAND__" /><link rel="icon" href="/favicon.svg" type="image/svg+xml" /><link rel="apple-touch-icon" href="/icons/apple-touch-icon.png" /></head><svg viewBox="0 0 32 32"><i fill="__BRAND_COLOUR__"></svg>';
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
    expect(page).not.toContain('<style');
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
