import { afterAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LOGO_BYTES_MAX } from '../../contracts/brand/logo.js';
import type { RunCommand } from '../ledger-commands.js';
import { readBrand, setLogo } from './brand-command.js';

describe('a file of the brand', () => {
  it('changes the fields that it has', () => {
    const fields = {
      name: ' Ada Pay ',
      colour: '#1D4ED8',
      whatsapp: '0803 123 4567',
      hidden_tiles: ['kyc-api'],
    };
    expect(readBrand(JSON.stringify(fields))).toEqual({
      name: 'Ada Pay',
      colour: '#1d4ed8',
      whatsapp: '0803 123 4567',
      hidden_tiles: ['kyc-api'],
    });
  });

  it.each([
    ['not JSON', '{', 'the file is not JSON'],
    ['a list', '[]', 'the file: '],
    ['an unknown field', '{"logo": "a.png"}', 'logo: is no field of a brand'],
    ['a name that is a tag', '{"name": "<b>Ada</b>"}', 'name: must have letters'],
    ['a name of digits', '{"name": "419"}', 'name: must have letters'],
    ['a long short name', '{"short_name": "Ada Pay Lagos"}', 'short_name: must have at most 12 characters'],
    ['a colour by name', '{"colour": "blue"}', 'colour: must be a colour such as #0b6b62'],
    ['a wrong email', '{"support_email": "ada"}', 'support_email: must be an email address'],
    ['a wrong number', '{"whatsapp": "call us"}', 'whatsapp: must be a phone number'],
    ['a script as a link', '{"community_chat": "javascript:alert(1)"}', 'community_chat: must be an address'],
    ['an unknown tile', '{"hidden_tiles": ["airtime"]}', 'hidden_tiles.0: must be one of'],
    ['a sender with a header', '{"sender": "Ada\\nBcc: x@y.z"}', 'sender: '],
  ])('with %s is refused, and the field is named', (_, text, said) => {
    expect(() => readBrand(text)).toThrow(said);
  });
});

describe('the command for the logo', () => {
  const folder = mkdtempSync(join(tmpdir(), 'logo-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const asked: unknown[] = [];
  const answering =
    (changed: boolean): RunCommand =>
    async (...call) => {
      asked.push(call);
      return changed;
    };
  const said = async (changed: boolean, file?: string) => {
    const lines: string[] = [];
    await setLogo(answering(changed), file, (line) => lines.push(line));
    return lines;
  };

  it('sends the file, or removes the logo, and says what happened', async () => {
    const file = join(folder, 'logo.png');
    writeFileSync(file, 'bytes');
    expect(await said(true, file)).toEqual(['The logo is set.']);
    expect(await said(false, file)).toEqual(['This is the logo already.']);
    expect(await said(true)).toEqual(['The logo is removed.']);
    expect(await said(false)).toEqual(['There is no logo.']);
    const sent = ['logo', { file: Buffer.from('bytes').toString('base64') }];
    expect(asked).toEqual([sent, sent, ['logo', {}], ['logo', {}]]);
  });

  it('reads no more of a large file than shows that it is too large', async () => {
    const file = join(folder, 'large.png');
    writeFileSync(file, Buffer.alloc(LOGO_BYTES_MAX * 2));
    await said(true, file);
    const [, { file: text }] = asked.at(-1) as [string, { file: string }];
    expect(Buffer.from(text, 'base64')).toHaveLength(LOGO_BYTES_MAX + 1);
  });

  it('fails when there is no such file', async () => {
    await expect(said(true, join(folder, 'none.png'))).rejects.toThrow('ENOENT');
  });
});
