import type { ViewShape } from '../view-shape.js';
import type { Cell, Database } from './database.js';
import { quoted } from './row-codec.js';
import type { Filter, Row } from '../view.js';
import { filterColumns, indexColumns, indexName, tableName } from './tables.js';

/** What the index of substrings looks for at least, in characters. */
export const INDEXED_LENGTH = 3;

/**
 * Stands before each text in the index, so that one or two characters at its beginning are a part of `INDEXED_LENGTH` too. No
 * search begins with it: what is searched for is trimmed.
 */
const BEGINNING = '\n'.repeat(INDEXED_LENGTH - 1);

/** The end of a reference or a phone number is what tells it from others: the index is asked for no more than this. */
const INDEXED_END = 8;

/** The first of characters that stand for words: nobody types them. */
const WORD_FIRST = 0xe000;

/** A text as the index has it. */
const indexedText = (text: unknown): Cell => (typeof text === 'string' ? BEGINNING + text : null);

/** A word of a column as the index has it, one part of `INDEXED_LENGTH`; null for what is none of the column's. */
function indexedWord(shape: ViewShape, column: string, word: unknown): string | null {
  const number = shape.words[column]?.indexOf(String(word)) ?? -1;
  return number < 0 ? null : BEGINNING + String.fromCharCode(WORD_FIRST + number);
}

/** Columns of a row that the index holds, in its order. */
export const indexedOf = (shape: ViewShape): readonly string[] => [...shape.trigram, ...shape.searchFilters];

/** What the index holds of a row. */
export const indexedCells = (shape: ViewShape, row: Row): Cell[] => [
  ...shape.trigram.map((name) => indexedText(row[name])),
  ...shape.searchFilters.map((name) => indexedWord(shape, name, row[name])),
];

/** Puts a row's texts into the index: its number, then a cell a column. */
export function insertTextSql(
  shape: ViewShape,
  generation: number,
  verb: 'insert' | 'insert or replace' = 'insert',
): string {
  const columns = [...indexColumns(shape), ...filterColumns(shape)];
  const marks = columns.map(() => '?').join(', ');
  return `${verb} into ${quoted(indexName(shape, generation))}(rowid, ${columns.join(', ')}) values (?, ${marks})`;
}

/** Rows that are looked at to tell which parts of a text are common, and how many of them make one so. */
const SAMPLE = 200;
const COMMON = 40;

/** What the newest rows hold: which parts of a text the index finds in so many rows that it had better not be asked for them. */
export function commonParts(
  database: Database,
  shape: ViewShape,
  generation: number,
): (part: string) => boolean {
  const columns = shape.trigram.map(quoted).join(', ');
  const sql = `select ${columns} from ${quoted(tableName(shape, generation))} order by rid desc limit ${SAMPLE}`;
  const texts = database
    .prepare(sql)
    .rows()
    .map((cells) => cells.join('\n').toLowerCase());
  return (part) => texts.filter((text) => text.includes(part.toLowerCase())).length >= COMMON;
}

/**
 * What the index is asked for: rows with the text in one of the columns, or with columns that begin with it while it is short,
 * and some more, of the words that the filter asks for. undefined when the index cannot tell: none of the columns is in it.
 */
export function indexQuery(
  shape: ViewShape,
  text: string,
  columns: readonly string[],
  equals: Filter['equals'],
  common: (part: string) => boolean,
): string | undefined {
  const asked = indexColumns(shape).filter((_, number) => columns.includes(shape.trigram[number] ?? ''));
  // A text with the end of texts in it cannot be put to the index.
  if (asked.length === 0 || text.includes('\0')) return undefined;
  const characters = [...text];
  const phrase =
    characters.length < INDEXED_LENGTH
      ? BEGINNING.slice(characters.length - 1) + text
      : rarestPart(characters.slice(-INDEXED_END), common);
  const within = asked.length < shape.trigram.length ? `{${asked.join(' ')}} : ` : '';
  const filters = filterColumns(shape).flatMap((column, number) => {
    const name = shape.searchFilters[number] ?? '';
    const word = indexedWord(shape, name, equals?.[name]);
    return word === null ? [] : [` AND ${column} : "${word}"`];
  });
  return `${within}"${phrase.replaceAll('"', '""')}"${filters.join('')}`;
}

/**
 * The longest part without a common one: a phrase costs the index every row of each of its parts, and the country code of a
 * phone number is in all of them. Where all are common, the last.
 */
function rarestPart(characters: readonly string[], common: (part: string) => boolean): string {
  const last = characters.length - INDEXED_LENGTH;
  if (last === 0) return characters.join('');
  let [longest, from]: [string[], number] = [characters.slice(last), 0];
  let found = 0;
  for (let start = 0; start <= last; start += 1) {
    if (common(characters.slice(start, start + INDEXED_LENGTH).join(''))) {
      from = start + 1;
      continue;
    }
    const rare = start - from + 1;
    if (rare > found) [longest, found] = [characters.slice(from, start + INDEXED_LENGTH), rare];
  }
  return longest.join('');
}
