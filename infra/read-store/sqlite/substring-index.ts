import type { ViewShape } from '../view-shape.js';
import type { Cell, Database } from './database.js';
import { quoted } from './row-codec.js';
import type { Filter, Row } from '../view.js';
import { filterColumns, indexColumns, indexName, tableName } from './tables.js';

/** Minimum length of a text that the substring index can find. */
export const INDEXED_LENGTH = 3;

/**
 * Prefix of each indexed text. A search text of one or two characters gets part of this prefix, to be long
 * enough for the index.
 */
const BEGINNING = '\n'.repeat(INDEXED_LENGTH - 1);

/**
 * Maximum characters to search in the index. Only the end of a longer text is used, because references and
 * phone numbers differ there.
 */
const INDEXED_END = 8;

/**
 * First of the private Unicode characters. In the index, each such character stands for a word. No user types
 * these characters.
 */
const WORD_FIRST = 0xe000;

const indexedText = (text: unknown): Cell => (typeof text === 'string' ? BEGINNING + text : null);

/** Returns the indexed form of a word of `shape.words`, or null for any other text. */
function indexedWord(shape: ViewShape, column: string, word: unknown): string | null {
  const number = shape.words[column]?.indexOf(String(word)) ?? -1;
  return number < 0 ? null : BEGINNING + String.fromCharCode(WORD_FIRST + number);
}

export const indexedOf = (shape: ViewShape): readonly string[] => [...shape.trigram, ...shape.searchFilters];

export const indexedCells = (shape: ViewShape, row: Row): Cell[] => [
  ...shape.trigram.map((name) => indexedText(row[name])),
  ...shape.searchFilters.map((name) => indexedWord(shape, name, row[name])),
];

export function insertTextSql(
  shape: ViewShape,
  generation: number,
  verb: 'insert' | 'insert or replace' = 'insert',
): string {
  const columns = [...indexColumns(shape), ...filterColumns(shape)];
  const marks = columns.map(() => '?').join(', ');
  return `${verb} into ${quoted(indexName(shape, generation))}(rowid, ${columns.join(', ')}) values (?, ${marks})`;
}

const SAMPLE = 200;
const COMMON = 40;

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
 * Makes the query for the substring index. Adds conditions on columns of `searchFilters`. A text of one or two
 * characters matches only at the start of a column.
 */
export function indexQuery(
  shape: ViewShape,
  text: string,
  columns: readonly string[],
  equals: Filter['equals'],
  common: (part: string) => boolean,
): string | undefined {
  const asked = indexColumns(shape).filter((_, number) => columns.includes(shape.trigram[number] ?? ''));
  // Make no query for a text with `\0`, which the substring index cannot match.
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
 * Omits parts that many rows contain, such as a country code. Returns the longest remaining part of the
 * search text.
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
