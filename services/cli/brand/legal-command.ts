import type { LegalTexts } from '../../brand/legal/legal-pages.js';
import { LEGAL_BYTES_MAX, LEGAL_PAGES, type LegalPage } from '../../contracts/brand/legal-pages.js';
import { readLegalText, tidyLegalText } from '../../contracts/brand/legal-text.js';
import { either } from '../../contracts/fields/http-fields.js';
import type { RunCommand } from '../ledger-commands.js';
import { firstBytes } from './first-bytes.js';

function pageOf(typed: string): LegalPage {
  const page = LEGAL_PAGES.find((known) => known === typed);
  if (!page) throw new Error(`${typed} is no legal page: it is ${either(LEGAL_PAGES)}`);
  return page;
}

/** Prints the published text of a page, as `publish` reads it. */
export async function showLegalPage(
  run: RunCommand,
  typed: string,
  print: (line: string) => void,
): Promise<void> {
  const page = pageOf(typed);
  const { version, text } = ((await run('legal', {})) as LegalTexts)[page];
  if (version === 0) throw new Error(`the page ${page} is not published`);
  for (const line of text.split('\n')) print(line);
}

/** @throws Error that names the line */
export function readLegalFile(bytes: Uint8Array): string {
  if (bytes.length > LEGAL_BYTES_MAX * 2) throw new Error(`the file is larger than ${LEGAL_BYTES_MAX} bytes`);
  const text = tidyLegalText(decoded(bytes));
  readLegalText(text);
  return text;
}

/** @throws Error that names the first line that is not UTF-8 */
function decoded(bytes: Uint8Array): string {
  const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let from = 0;
  for (let line = 1; ; line += 1) {
    const end = bytes.indexOf(0x0a, from);
    try {
      utf8.decode(bytes.subarray(from, end === -1 ? bytes.length : end));
    } catch {
      throw new Error(`line ${line}: is not UTF-8: save the file as UTF-8`);
    }
    if (end === -1) return utf8.decode(bytes);
    from = end + 1;
  }
}

export async function publishLegalFile(
  run: RunCommand,
  typed: string,
  file: string,
  print: (line: string) => void,
): Promise<void> {
  const page = pageOf(typed);
  const text = readLegalFile(await firstBytes(file, LEGAL_BYTES_MAX * 2 + 1));
  const texts = (await run('legal', { publish: { page, text } })) as LegalTexts;
  print(`Version ${texts[page].version} of ${page} is published.`);
}
