import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hostileFiles } from '../../../infra/testing/hostile/hostile-files.js';
import { LEGAL_BYTES_MAX } from '../../contracts/brand/legal-pages.js';
import type { RunCommand } from '../ledger-commands.js';
import { publishLegalFile, readLegalFile, showLegalPage } from './legal-command.js';

describe('a file of a legal page', () => {
  it('is UTF-8, with or without a byte order mark and with any ends of lines', () => {
    expect(readLegalFile(Buffer.from('\ufeff# Ọ̀rọ̀\r\n\r\nYes.  \r\n'))).toBe(
      '# Ọ̀rọ̀\n\nYes.'.normalize('NFC'),
    );
  });

  it.each([
    ['in Latin-1', Buffer.from('# Terms\n\nCaf\xe9', 'latin1'), 'line 3: is not UTF-8'],
    ['in UTF-16', Buffer.from('\ufeff# Terms', 'utf16le'), 'line 1: is not UTF-8'],
    [
      'in UTF-16 without a mark',
      Buffer.from('# Terms', 'utf16le'),
      'line 1: has the invisible character U+0000',
    ],
    ['with a cut character', Buffer.from('# Ọ').subarray(0, 3), 'line 1: is not UTF-8'],
    ['that is a PDF', Buffer.from('%PDF-1.7\n%\xe2\xe3', 'latin1'), 'line 2: is not UTF-8'],
    ['that is empty', Buffer.alloc(0), 'line 1: the page is empty'],
    ['that is large', Buffer.alloc(LEGAL_BYTES_MAX * 2 + 1, 'a\n'), 'the file is larger than 40000 bytes'],
  ])('%s is refused', (_, bytes, said) => {
    expect(() => readLegalFile(bytes)).toThrow(said);
  });
});

describe('a broken file', () => {
  const TEXTS = ['a program for the shell', 'a table in JSON'];
  const broken = hostileFiles('# Terms\n\nYou pay first.\n\n- one\n- two\n').filter(
    ({ name }) => !TEXTS.includes(name),
  );
  let folder: string;
  beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'legal-'))));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(broken.map((file) => [file.name, file] as const))(
    'is refused by line, and the server is asked for nothing: %s',
    async (_, { bytes, line }) => {
      const file = join(folder, 'terms.md');
      const content = bytes();
      writeFileSync(file, content);
      const run: RunCommand = () => Promise.reject(new Error('was asked'));
      await expect(publishLegalFile(run, 'terms', file, () => undefined)).rejects.toThrow(
        content.length > 2 * LEGAL_BYTES_MAX ? 'the file is larger' : new RegExp(`^line ${line ?? '\\d+'}: `),
      );
    },
  );
});

it('asks the server for nothing when a page is unknown or a file is missing', async () => {
  const run: RunCommand = () => Promise.reject(new Error('was asked'));
  await expect(publishLegalFile(run, 'terms', '/nowhere/terms.md', () => undefined)).rejects.toThrow(
    'ENOENT',
  );
  await expect(showLegalPage(run, 'cookies', () => undefined)).rejects.toThrow(
    'cookies is no legal page: it is terms, privacy or refunds',
  );
});
