import { describe, expect, it } from '@jest/globals';
import { LEGAL_BYTES_MAX } from './legal-pages.js';
import { readLegalText, tidyLegalText } from './legal-text.js';

const read = (typed: string) => readLegalText(tidyLegalText(typed));

describe('a legal page', () => {
  it('has headings, paragraphs and lists', () => {
    const text =
      '\ufeff# Terms\r\n\r\nYou are\r\nat least 18.\r\n\r\n## Money\r\n- one\r\n  more\r\n- two\r\n\r\n3. three\r\n\r\n4) four\r\n';
    expect(read(text)).toEqual([
      { kind: 'heading', level: 1, spans: ['Terms'] },
      { kind: 'paragraph', spans: ['You are at least 18.'] },
      { kind: 'heading', level: 2, spans: ['Money'] },
      { kind: 'list', items: [['one more'], ['two']] },
      { kind: 'list', start: 3, items: [['three'], ['four']] },
    ]);
  });

  it.each([
    ['**bold** text', [{ mark: 'strong', spans: ['bold'] }, ' text']],
    ['an *italic* word', ['an ', { mark: 'em', spans: ['italic'] }, ' word']],
    ['***both***', [{ mark: 'strong', spans: [{ mark: 'em', spans: ['both'] }] }]],
    ['*a **b** c*', [{ mark: 'em', spans: ['a ', { mark: 'strong', spans: ['b'] }, ' c'] }]],
    ['5 * 3 is \\*15\\*', ['5 * 3 is *15*']],
    ['[us](https://ada.ng/x?y=1#z)', [{ href: 'https://ada.ng/x?y=1#z', label: 'us' }]],
    [
      '**[mail](mailto:help@ada.ng)**',
      [{ mark: 'strong', spans: [{ href: 'mailto:help@ada.ng', label: 'mail' }] }],
    ],
    ['[www.ada.ng](https://www.ada.ng/terms)', [{ href: 'https://www.ada.ng/terms', label: 'www.ada.ng' }]],
    ['[COMPANY] & 1 < 2, ₦5 ọmọ', ['[COMPANY] & 1 < 2, ₦5 ọmọ']],
  ])('reads %j', (text, spans) => {
    expect(read(text)).toEqual([{ kind: 'paragraph', spans }]);
  });

  it('keeps a number at the start of a line of a paragraph', () => {
    expect(read('founded in\n2024. It grew.')).toEqual([
      { kind: 'paragraph', spans: ['founded in 2024. It grew.'] },
    ]);
  });

  it('of the largest size with one repeated sign is read, or refused by its line', () => {
    for (const piece of ['[', '[a](', '*a ', '&a', '<', '\\', '![', '- ', '1. ', '# ', '**', '[a](https://'])
      try {
        read(piece.repeat((LEGAL_BYTES_MAX - 100) / piece.length).replaceAll(/.{1000}/g, '$&\n'));
      } catch (error) {
        expect((error as Error).message).toMatch(/^line \d+: /);
      }
  });
});

const SECOND = 'First line.\n';

describe('a hostile or broken legal page', () => {
  it.each([
    ['nothing', ' \n\n', 'line 1: the page is empty'],
    ['too many bytes', 'ọmọ\n'.repeat(9_000), 'the page is larger than 40000 bytes'],
    ['one long line', `${SECOND}${'a'.repeat(5_000)}`, 'line 2: has more than 4000 characters'],
    ['a script', `${SECOND}<script>alert(1)</script>`, 'line 2: has HTML: <script'],
    ['a tag in bold', `${SECOND}**<img src=x onerror=alert(1)>**`, 'line 2: has HTML: <img'],
    ['a tag in a link', `${SECOND}[<b>x</b>](https://ada.ng)`, 'line 2: has HTML: <b'],
    ['a comment', `${SECOND}<!-- x -->`, 'line 2: has HTML: <!--'],
    ['a closing tag', `${SECOND}</div>`, 'line 2: has HTML: </div'],
    ['an address in brackets', `${SECOND}<https://ada.ng>`, 'line 2: has HTML'],
    ['a character in HTML', `${SECOND}&lt;script&gt;`, 'line 2: has a character written in HTML'],
    ['a number in HTML', `${SECOND}&#60;script`, 'line 2: has a character written in HTML'],
    ['a script as a link', `${SECOND}[x](javascript:alert(1))`, 'line 2: a link begins with'],
    ['a script in capitals', `${SECOND}[x](JaVaScRiPt:alert)`, 'line 2: a link begins with'],
    ['data as a link', `${SECOND}[x](data:text/html,a)`, 'line 2: a link begins with'],
    ['a link without scheme', `${SECOND}[x](//evil.test)`, 'line 2: a link begins with'],
    ['a relative link', `${SECOND}[x](/admin)`, 'line 2: a link begins with'],
    ['a link with a user', `${SECOND}[x](https://ada.ng@evil.test)`, 'line 2: a link begins with'],
    ['a link with a space', `${SECOND}[x](https://ada.ng "title")`, 'line 2: a link begins with'],
    ['a link in other letters', `${SECOND}[x](https://аda.ng)`, 'line 2: a link begins with'],
    ['a backslash in a link', `${SECOND}[x](https:\\\\evil.test)`, 'line 2: a link begins with'],
    ['a mail with a body', `${SECOND}[x](mailto:a@b.ng?body=x)`, 'line 2: a link begins with'],
    ['two mails', `${SECOND}[x](mailto:a@b.ng,c@d.ng)`, 'line 2: a link begins with'],
    ['a host that leads to another site', `${SECOND}[adapay.ng](https://evil.test)`, 'line 2: a link leads'],
    [
      'a link to another site',
      `${SECOND}[https://ada.ng](https://evil.test)`,
      'line 2: a link leads to another',
    ],
    ['a link without text', `${SECOND}[ ](https://ada.ng)`, 'line 2: a link has no text'],
    ['a link without end', `${SECOND}[x](https://ada.ng`, 'line 2: the address of a link does not end'],
    ['marks in a link', `${SECOND}[**x**](https://ada.ng)`, 'line 2: the text of a link has marks'],
    ['a picture', `${SECOND}![x](https://ada.ng/a.png)`, 'line 2: has a picture'],
    ['code', `${SECOND}\`x\``, 'line 2: has code'],
    ['a block of code', `${SECOND}\`\`\`js`, 'line 2: a block of code'],
    ['a quotation', `${SECOND}> x`, 'line 2: a quotation'],
    ['a table', `${SECOND}| a | b |`, 'line 2: a table'],
    ['an underlined heading', 'Terms\n=====', 'line 2: a ruler or an underlined heading'],
    ['a ruler', `${SECOND}- - -`, 'line 2: a ruler'],
    ['an address apart', `${SECOND}[1]: https://ada.ng`, 'line 2: an address apart'],
    ['a deep heading', `${SECOND}#### x`, 'line 2: headings have at most 3'],
    ['a list in a list', '- one\n  - two', 'line 2: a list inside of a list'],
    ['a number left out', '1. one\n3. three', 'line 2: the item before is 1, so this one is 2 and not 3'],
    ['an open mark', `${SECOND}**bold\nmore`, 'line 2: ** is not closed'],
    ['marks opened twice', `${SECOND}*a *b*`, 'line 2: * is opened a second time'],
    ['many marks', `${SECOND}****x****`, 'line 2: has more than three marks'],
    ['a control character', `${SECOND}a\u0000b`, 'line 2: has the invisible character U+0000'],
    ['an escape', `${SECOND}a\u001b[31m`, 'line 2: has the invisible character U+001B'],
    ['a direction override', `${SECOND}a\u202egn.ada`, 'line 2: has U+202E, which changes the direction'],
    ['an isolate', `${SECOND}\u2066x\u2069`, 'line 2: has U+2066, which changes the direction'],
    ['a hidden space', `${SECOND}a\u200bb`, 'line 2: has the invisible character U+200B'],
    ['a soft hyphen', `${SECOND}a\u00adb`, 'line 2: has the invisible character U+00AD'],
    ['hidden tags', `${SECOND}a\u{e0041}`, 'line 2: has the invisible character U+E0041'],
    ['half a character', `${SECOND}a\ud800b`, 'line 2: has the invisible character U+D800'],
    ['a wrong encoding', `${SECOND}caf\ufffd`, 'line 2: has an unreadable character: save the file as UTF-8'],
    ['a tower of marks', `${SECOND}a${'\u0315'.repeat(9)}`, 'line 2: has a letter with too many marks'],
  ])('with %s is refused, and the line is named', (_, text, said) => {
    expect(() => read(text)).toThrow(said);
  });
});
