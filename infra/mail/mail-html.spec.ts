import { describe, expect, it } from '@jest/globals';
import { htmlOf } from './mail-html.js';

const LOGO = {
  address: 'https://pay.ada.ng/logo-1.png',
  width: 144,
  height: 48,
  plate: '#ffffff',
  alone: true,
};

describe('the HTML of a mail', () => {
  it('is absent without a logo', () => {
    expect(htmlOf({ text: 'Hello' })).toBeUndefined();
  });

  it('has the logo, and the name for people who do not load pictures', () => {
    const html = htmlOf({ text: 'Hello,\n\n123456', business: 'Ada "&" Pay', logo: LOGO });
    expect(html).toContain(
      '<img src="https://pay.ada.ng/logo-1.png" alt="Ada &quot;&amp;&quot; Pay" width="144"',
    );
    expect(html).toContain('>Hello,\n\n123456</div>');
  });

  it('has the name beside a logo that is not wide', () => {
    const html = htmlOf({ text: '', business: 'Ada & Co', logo: { ...LOGO, width: 48, alone: false } });
    expect(html).toMatch(/<img [^>]*alt="" [^>]*> <span [^>]*>Ada &amp; Co<\/span>/);
  });

  it('shows markup as text, and makes links of our own addresses only', () => {
    const text = 'See https://pay.ada.ng/act?a=1&b=2\nor https://evil.ng/ <img src=x onerror=alert(1)>';
    const html = htmlOf({ text, logo: LOGO })!;
    expect(html).toContain(
      '<a href="https://pay.ada.ng/act?a=1&amp;b=2">https://pay.ada.ng/act?a=1&amp;b=2</a>',
    );
    expect(html).not.toContain('href="https://evil.ng');
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(html.match(/<img/g)).toHaveLength(1);
  });

  it('makes no link of a host that only begins like ours', () => {
    expect(htmlOf({ text: 'https://pay.ada.ng.evil.ng/', logo: LOGO })).not.toContain(
      'href="https://pay.ada.ng.evil',
    );
  });
});
