import { deflateRawSync, gzipSync } from 'node:zlib';

export interface HostileFile {
  readonly name: string;
  readonly bytes: () => Buffer;
  /** Line that the error must name. */
  readonly line?: number;
}

type Row = readonly [name: string, content: Buffer | string | (() => Buffer), line?: number];

const MEGABYTE = 1_048_576;
const zipBomb = (): Buffer =>
  Buffer.concat([
    Buffer.from('504b0304140000000800', 'hex'),
    Buffer.alloc(20),
    deflateRawSync(Buffer.alloc(MEGABYTE)),
  ]);

const swapped = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();
const after = (text: string, line: number, bytes: Buffer | string): Buffer => {
  const lines = text.split('\n');
  const [head, tail] = [lines.slice(0, line), lines.slice(line)];
  return Buffer.concat([
    Buffer.from(`${head.join('\n')}\n`),
    Buffer.from(bytes),
    Buffer.from(tail.join('\n')),
  ]);
};

export function hostileFiles(right: string): readonly HostileFile[] {
  const spoilt = (bytes: Buffer | string): Buffer => after(right, 2, bytes);
  const rows: readonly Row[] = [
    ['UTF-16 with a byte order mark', Buffer.from(`\uFEFF${right}`, 'utf16le'), 1],
    ['UTF-16 without one', Buffer.from(right, 'utf16le'), 1],
    ['UTF-16 of the other order', swapped(`\uFEFF${right}`), 1],
    ['UTF-16 of the other order without a mark', swapped(right), 1],
    ['UTF-32', Buffer.concat([...`\uFEFF${right}`].map((sign) => utf32(sign))), 1],
    ['Latin-1 in one line', spoilt(Buffer.from('caf\xe9', 'latin1')), 3],
    ['quotation marks of Windows', spoilt(Buffer.from([0x93, 0x41, 0x94])), 3],
    ['a letter that was lost before', spoilt('caf\uFFFD'), 3],
    ['a letter in too many bytes', spoilt(Buffer.from([0xc0, 0xaf])), 3],
    ['half a pair in three bytes', spoilt(Buffer.from([0xed, 0xa0, 0x80])), 3],
    ['a letter beyond the last one', spoilt(Buffer.from([0xf5, 0x80, 0x80, 0x80])), 3],
    ['half a letter at the end', Buffer.concat([Buffer.from(right), Buffer.from([0xe2, 0x82])])],
    ['a zero byte at the start', Buffer.concat([Buffer.alloc(1), Buffer.from(right)]), 1],
    ['a zero byte in a line', spoilt(Buffer.alloc(1)), 3],
    ['zero bytes at the end', Buffer.concat([Buffer.from(right), Buffer.alloc(4_096)])],
    ['a bell and an escape', spoilt('\u0007\u001b[2J'), 3],
    ['an archive', zipBomb()],
    ['the same file, compressed', gzipSync(right)],
    ['a PDF', Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n', 'latin1')],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    ['a program', Buffer.from('7f454c4602010100', 'hex')],
    ['nothing', '', 1],
    ['spaces and empty lines', ' \n\t\n\r\n  '],
    ['a byte order mark alone', '\uFEFF', 1],
    ['a line of 100 MB', () => Buffer.alloc(100 * MEGABYTE, 'a')],
    ['100 MB of line ends', () => Buffer.alloc(100 * MEGABYTE, '\n')],
    ['100 MB of quotation marks', () => Buffer.alloc(100 * MEGABYTE, '"')],
    ['100 MB of commas', () => Buffer.alloc(100 * MEGABYTE, ',')],
    ['a page of a browser', '<!doctype html>\n<html><script>alert(1)</script></html>\n'],
    ['a program for the shell', '#!/bin/sh\nrm -rf /\n'],
    ['a table in JSON', JSON.stringify([{ 'Old id': 1 }])],
    ['a dump of a database', "INSERT INTO `users` VALUES (1,'Ada','08031234567');\n"],
  ];
  return rows.map(fileOf);
}

const fileOf = ([name, content, line]: Row): HostileFile => ({
  name,
  bytes: () => (typeof content === 'function' ? content() : Buffer.from(content)),
  ...(line !== undefined && { line }),
});

function utf32(sign: string): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(sign.codePointAt(0)!);
  return bytes;
}

export function hostileTables(right: string): readonly HostileFile[] {
  const [head = '', first = '', second = ''] = right.split('\n');
  const lines = (...all: readonly string[]): string => all.join('\n');
  const rows: readonly Row[] = [
    ['a quotation mark that never ends', lines(head, `"${first}`, second), 2],
    ['one that never ends in the last line', lines(head, first, `"${second}`), 3],
    ['one that never ends in the first line', lines(`"${head}`, first, second)],
    ['one inside of a cell', lines(head, first.replace(',', 'x"y,'), second)],
    ['a cell of quotation marks', lines(head, `${'"'.repeat(999)},${first}`, second)],
    ['a column twice', lines(`${head},${head.split(',')[0]!}`, `${first},1`, second), 1],
    ['all columns twice', lines(`${head},${head}`, `${first},${first}`), 1],
    ['a column of the wrong name', lines(`${head},__proto__`, `${first},1`), 1],
    ['a hidden letter in a header', lines(head.replace(/^(.)/, '$1\u200b'), first), 1],
    ['a hard space in a header', lines(head.replace(' ', '\u00a0'), first)],
    ['other letters in a header', lines(head.replace('e', '\u0435'), first), 1],
    ['no header', lines(first, second), 1],
    ['the header alone', head, 1],
    ['the header twice', lines(head, head, first), 2],
    ['cells that are missing', lines(head, first, '1,2'), 3],
    ['cells that are too many', lines(head, first, `${second},more`), 3],
    ['a thousand columns', lines(`${head}${',x'.repeat(1_000)}`, first), 1],
    ['tabs between the cells', right.replaceAll(',', '\t')],
    ['bars between the cells', right.replaceAll(',', '|')],
    ['semicolons in some lines', lines(head, first.replaceAll(',', ';'), second), 2],
    ['a line twice', lines(head, first, first), 3],
    ['lines joined by a separator of paragraphs', lines(head, `${first}\u2029${second}`), 2],
    ['lines joined by form feeds', lines(head, `${first}\f${second}`), 2],
  ];
  return rows.map(fileOf);
}

export const LINE_ENDS: readonly (readonly [name: string, ends: readonly [string, string]])[] = [
  ['Windows', ['\r\n', '\r\n']],
  ['an old Macintosh', ['\r', '\r']],
  ['Windows, then Linux', ['\r\n', '\n']],
  ['Linux, then Windows', ['\n', '\r\n']],
  ['Linux, then an old Macintosh', ['\n', '\r']],
];

/** Ends the first line with `first`. */
export const withLineEnds = (right: string, [first, others]: readonly [string, string]): string =>
  right.replace('\n', '\0').replaceAll('\n', others).replace('\0', first);
