import type { Filter } from '../view.js';
import type { ViewShape } from '../view-shape.js';
import type { Cell, Database } from './database.js';
import { NOTHING, either, ofTable, type Where } from './where-sql.js';
import { commonParts, INDEXED_LENGTH, indexQuery } from './substring-index.js';

const likeText = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** What was typed: a substring, or a prefix while it is too short for the substring index. */
export class SearchTerm {
  /** Keys of rows that are found whatever they hold. */
  readonly keys: readonly string[];
  /** Columns of fixed words, each with a word of theirs that matches. */
  readonly words: readonly (readonly [column: string, word: string])[];
  readonly #long: boolean;
  readonly #texts: readonly string[];

  constructor(
    private readonly shape: ViewShape,
    private readonly text: string,
    { searchIn = shape.searchable, orKeys = [] }: Pick<Filter, 'searchIn' | 'orKeys'> = {},
  ) {
    this.keys = orKeys;
    this.#long = [...text].length >= INDEXED_LENGTH;
    this.#texts = shape.trigram.filter((name) => searchIn.includes(name));
    const lower = text.toLowerCase();
    const matches = (word: string): boolean =>
      this.#long ? word.toLowerCase().includes(lower) : word.toLowerCase().startsWith(lower);
    this.words = Object.entries(shape.words)
      .filter(([column]) => searchIn.includes(column))
      .flatMap(([column, words]) => words.filter(matches).map((word) => [column, word] as const));
  }

  /** Decides which rows match, whatever narrowed them before. */
  condition(): Where {
    const words = this.words.map(([column, word]): Where => ({
      conditions: [`${ofTable(column)} = ?`],
      cells: [word],
    }));
    return either(this.textCondition(), ...words, this.keyCondition());
  }

  /** Decides which rows hold the text in a column that is no fixed word. */
  textCondition(): Where {
    const pattern = this.#long ? `%${likeText(this.text)}%` : `${likeText(this.text)}%`;
    return either(
      ...this.#texts.map((column): Where => ({
        conditions: [`${ofTable(column)} like ? escape '\\'`],
        cells: [pattern],
      })),
    );
  }

  keyCondition(): Where {
    if (this.keys.length === 0) return NOTHING;
    const cells: Cell[] = [JSON.stringify(this.keys)];
    return { conditions: [`${ofTable(this.shape.key)} in (select value from json_each(?))`], cells };
  }

  /** What the index of substrings is asked for; undefined when it cannot tell which rows hold the text. */
  indexQuery(database: Database, generation: number): string | undefined {
    return indexQuery(this.shape, this.text, this.#texts, commonParts(database, this.shape, generation));
  }

  /** False when no column is asked for that could hold the text. */
  get inTexts(): boolean {
    return this.#texts.length > 0;
  }
}
