import { LEGAL_BYTES_MAX } from './legal-pages.js';

const LINE_MAX = 4_000;
const ADDRESS_MAX = 300;
const LABEL_MAX = 200;
const HEADING_LEVEL_MAX = 3;
const MARKS_ON_A_LETTER_MAX = 4;

/** Part of a line. A string is shown as plain text. */
export type Span =
  | string
  | { readonly mark: 'strong' | 'em'; readonly spans: readonly Span[] }
  | { readonly href: string; readonly label: string };

export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly spans: readonly Span[] }
  | { readonly kind: 'paragraph'; readonly spans: readonly Span[] }
  | {
      readonly kind: 'list';
      /** Number of the first item. Absent for bullets. */
      readonly start?: number;
      readonly items: readonly (readonly Span[])[];
    };

/** Fault in a legal page. Names the line that prevents publication. */
export class LegalFault extends Error {
  override readonly name = 'LegalFault';

  constructor(
    /** Counted from 1. */
    readonly line: number,
    reason: string,
  ) {
    super(`line ${line}: ${reason}`);
  }
}

/**
 * Removes a byte order mark, spaces at the ends of lines and blank lines at the end. Writes tabs as
 * spaces.
 */
export const tidyLegalText = (typed: string): string =>
  typed
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .replace(/\t/g, ' ')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trimEnd()
    .normalize('NFC');

/**
 * Reads headings, paragraphs, lists, bold, italic and links. Refuses all other Markdown, so that no Markdown
 * sign is shown as text.
 * @param text result of `tidyLegalText`
 * @throws LegalFault
 */
export function readLegalText(text: string): readonly Block[] {
  const lines = text.split('\n');
  if (text.trim() === '') throw new LegalFault(1, 'the page is empty');
  let bytes = 0;
  for (const [index, line] of lines.entries()) {
    requirePlain(line, index + 1);
    bytes += bytesOf(line);
    if (bytes > LEGAL_BYTES_MAX)
      throw new LegalFault(index + 1, `the page is larger than ${LEGAL_BYTES_MAX} bytes`);
  }
  return blocksOf(lines);
}

/** Bytes of a line in UTF-8, including the line feed. */
function bytesOf(line: string): number {
  let bytes = 1;
  for (const character of line) {
    const code = character.codePointAt(0)!;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}

/** Matches characters that are invisible, that change the direction of text, or that no font shows. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\ufffd\ufffe\uffff]/u;
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

function requirePlain(line: string, number: number): void {
  if (line.length > LINE_MAX)
    throw new LegalFault(number, `has more than ${LINE_MAX} characters: break it into several lines`);
  const [hidden] = HIDDEN.exec(line) ?? [];
  if (hidden !== undefined) {
    const code = `U+${hidden.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
    if (hidden === '\ufffd')
      throw new LegalFault(number, 'has an unreadable character: save the file as UTF-8');
    if (DIRECTION.test(hidden))
      throw new LegalFault(number, `has ${code}, which changes the direction of text`);
    throw new LegalFault(number, `has the invisible character ${code}`);
  }
  let marks = 0;
  for (const character of line) {
    marks = /\p{M}/u.test(character) ? marks + 1 : 0;
    if (marks > MARKS_ON_A_LETTER_MAX) throw new LegalFault(number, 'has a letter with too many marks');
  }
}

interface Written {
  readonly text: string;
  readonly line: number;
}
type Open = { text: string; readonly line: number };
type OpenBlock =
  | { readonly kind: 'paragraph'; readonly written: Open }
  | { readonly kind: 'list'; readonly start?: number; readonly items: Open[] }
  | { readonly kind: 'heading'; readonly level: number; readonly written: Written };

const BULLET = /^[-*+] +/;
const NUMBER = /^(\d{1,4})[.)] +/;

function blocksOf(lines: readonly string[]): readonly Block[] {
  const blocks: OpenBlock[] = [];
  let afterBlank = true;
  for (const [index, raw] of lines.entries()) {
    const line = index + 1;
    const text = raw.trim();
    if (text === '') {
      afterBlank = true;
      continue;
    }
    requireKnown(text, line);
    const last = blocks.at(-1);
    const open = afterBlank ? undefined : last;
    afterBlank = false;
    const level = /^#+(?= )/.exec(text)?.[0].length;
    const isIndented = raw.startsWith('  ');
    const numbered = NUMBER.exec(text);
    const bullet = BULLET.exec(text);
    if (level !== undefined) {
      if (level > HEADING_LEVEL_MAX)
        throw new LegalFault(line, `headings have at most ${HEADING_LEVEL_MAX} marks #`);
      blocks.push({ kind: 'heading', level, written: { text: text.slice(level).trim(), line } });
      afterBlank = true;
    } else if (bullet || (numbered && !(open?.kind === 'paragraph' && numbered[1] !== '1'))) {
      if (last?.kind === 'list' && isIndented)
        throw new LegalFault(line, 'a list inside of a list is not known');
      const number = numbered && !bullet ? Number(numbered[1]) : undefined;
      const item = { text: text.slice((bullet ?? numbered)![0].length), line };
      const same = last?.kind === 'list' && (last.start === undefined) === (number === undefined);
      if (!same) {
        blocks.push({ kind: 'list', ...(number !== undefined && { start: number }), items: [item] });
        continue;
      }
      const next = (last.start ?? 0) + last.items.length;
      if (number !== undefined && number !== next)
        throw new LegalFault(
          line,
          `the item before is ${next - 1}, so this one is ${next} and not ${number}`,
        );
      last.items.push(item);
    } else if (open?.kind === 'paragraph') open.written.text += `\n${text}`;
    else if (open?.kind === 'list') open.items.at(-1)!.text += `\n${text}`;
    else blocks.push({ kind: 'paragraph', written: { text, line } });
  }
  return blocks.map((block) => {
    if (block.kind === 'list') return { ...block, items: block.items.map(spansOf) };
    const { written, ...rest } = block;
    return { ...rest, spans: spansOf(written) };
  });
}

function requireKnown(text: string, line: number): void {
  const refuse = (what: string): never => {
    throw new LegalFault(line, `${what} is not known`);
  };
  if (text.startsWith('```') || text.startsWith('~~~')) refuse('a block of code');
  if (text.startsWith('>')) refuse('a quotation');
  if (text.startsWith('|')) refuse('a table');
  if (/^(?:-{2,}|\*{3,}|_{3,}|=+)$/.test(text.replaceAll(' ', '')))
    refuse('a ruler or an underlined heading');
  const close = text.startsWith('[') ? text.indexOf(']') : -1;
  if (close > 0 && text[close + 1] === ':') refuse('an address apart from its link');
}

interface Frame {
  readonly mark: 'strong' | 'em' | undefined;
  readonly line: number;
  readonly spans: Span[];
}
const SIGNS = { strong: '**', em: '*' } as const;

function spansOf({ text, line: first }: Written): readonly Span[] {
  const root: Frame = { mark: undefined, line: first, spans: [] };
  const frames: Frame[] = [root];
  let line = first;
  let plain = '';
  const flush = (): void => {
    if (plain !== '') frames.at(-1)!.spans.push(plain);
    plain = '';
  };
  const open = (mark: 'strong' | 'em'): void => {
    if (frames.some((frame) => frame.mark === mark))
      throw new LegalFault(line, `${SIGNS[mark]} is opened a second time before it is closed`);
    flush();
    frames.push({ mark, line, spans: [] });
  };
  const close = (): void => {
    flush();
    const { mark, spans } = frames.pop()!;
    frames.at(-1)!.spans.push({ mark: mark!, spans });
  };
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]!;
    const next = text[at + 1];
    if (character === '\n') {
      line += 1;
      plain += ' ';
    } else if (character === '\\' && next !== undefined && /[!-/:-@[-`{-~]/.test(next)) {
      plain += next;
      at += 1;
    } else if (character === '[') {
      const link = linkAt(text, at, line);
      if (link) {
        flush();
        frames.at(-1)!.spans.push(link.span);
        line += text.slice(at, link.end).split('\n').length - 1;
        at = link.end - 1;
      } else plain += character;
    } else if (character === '*') {
      let count = 1;
      while (text[at + count] === '*') count += 1;
      if (count > SIGNS.strong.length + SIGNS.em.length)
        throw new LegalFault(line, 'has more than three marks *');
      const closes = at > 0 && !/\s/.test(text[at - 1]!);
      const opens = at + count < text.length && !/\s/.test(text[at + count]!);
      at += count - 1;
      while (count > 0) {
        const { mark } = frames.at(-1)!;
        const startsStrong = mark === 'em' && count === 2 && opens;
        if (closes && mark && count >= SIGNS[mark].length && !startsStrong) {
          close();
          count -= SIGNS[mark].length;
        } else if (opens) {
          const opened = count >= 2 ? 'strong' : 'em';
          open(opened);
          count -= SIGNS[opened].length;
        } else {
          plain += '*'.repeat(count);
          count = 0;
        }
      }
    } else {
      refuseMarkup(text, at, line);
      plain += character;
    }
  }
  const { mark, line: opened } = frames.at(-1)!;
  if (mark) throw new LegalFault(opened, `${SIGNS[mark]} is not closed: write \\* for the sign itself`);
  flush();
  return root.spans;
}

/** Refuses HTML, a picture or code that begins at the position `at`. */
function refuseMarkup(text: string, at: number, line: number): void {
  const rest = text.slice(at, at + 34);
  if (/^<[A-Za-z/!?]/.test(rest)) throw new LegalFault(line, `has HTML: ${rest.split(/[\s>]/, 1)[0]!}`);
  if (/^&(?:#|[A-Za-z][A-Za-z0-9]{0,31};)/.test(rest))
    throw new LegalFault(line, 'has a character written in HTML: type the character itself');
  if (rest.startsWith('![')) throw new LegalFault(line, 'has a picture');
  if (rest.startsWith('`')) throw new LegalFault(line, 'has code: write \\` for the sign itself');
}

/**
 * Reads a link. Returns undefined for a bracket that begins no link.
 * @throws LegalFault
 */
function linkAt(
  text: string,
  at: number,
  line: number,
): { readonly span: Span; readonly end: number } | undefined {
  const close = text.slice(at, at + LABEL_MAX + 2).indexOf(']') + at;
  if (close < at || text[close + 1] !== '(') return undefined;
  const label = text
    .slice(at + 1, close)
    .replaceAll('\n', ' ')
    .trim();
  const end = text.slice(close, close + ADDRESS_MAX + 3).indexOf(')') + close;
  if (end < close)
    throw new LegalFault(line, `the address of a link does not end within ${ADDRESS_MAX} characters`);
  if (label === '') throw new LegalFault(line, 'a link has no text');
  if (/[[*\\]/.test(label))
    throw new LegalFault(line, 'the text of a link has marks: put them around the link');
  for (let position = 0; position < label.length; position += 1) refuseMarkup(label, position, line);
  const href = text.slice(close + 2, end);
  requireAddress(href, label, line);
  return { span: { href, label }, end: end + 1 };
}

// Do not use `isEmailAddress`, because every page would then load its module.
const MAIL = /^mailto:[A-Za-z0-9._+-]{1,64}@[A-Za-z0-9.-]{1,190}$/;

function requireAddress(href: string, label: string, line: number): void {
  const refuse = (): never => {
    throw new LegalFault(line, 'a link begins with https://, http:// or mailto: and has a plain address');
  };
  if (!/^[!-~]+$/.test(href) || /[\\"'<>`(]/.test(href)) refuse();
  if (href.startsWith('mailto:')) {
    if (!MAIL.test(href)) refuse();
    return;
  }
  const site = /^https?:\/\/[A-Za-z0-9[]/.test(href) ? siteOf(href) : undefined;
  if (site === undefined) refuse();
  const named = /^(?:https?:\/\/)?((?:[^\s/.]+\.)+[A-Za-z]{2,}(?::\d+)?(?:\/\S*)?)$/i.exec(label)?.[1];
  if (named !== undefined && siteOf(`https://${named}`) !== site)
    throw new LegalFault(line, 'a link leads to another site than its text says');
}

/**
 * Returns the host of a URL. Returns undefined for an unreadable URL, and for a URL with a user or a
 * password.
 */
function siteOf(address: string): string | undefined {
  try {
    const { username, password, host } = new URL(address);
    return username === '' && password === '' ? host : undefined;
  } catch {
    return undefined;
  }
}
