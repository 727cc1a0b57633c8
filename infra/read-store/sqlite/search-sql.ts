import type { Filter } from '../view.js';
import type { Cell, Database } from './database.js';
import { quoted } from './row-codec.js';
import { indexName } from './tables.js';
import type { ViewShape } from '../view-shape.js';

/** Conditions joined by `and`, and what is bound to them. */
export interface Where {
  readonly conditions: readonly string[];
  readonly cells: readonly Cell[];
}

const TRIGRAM_LENGTH = 3;
/** The end of a reference or a phone number is what tells it from others: the index is asked for no more than this. */
const INDEXED_END = 8;

const likeText = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** What was typed: a substring, or a prefix while it is too short for the substring index. */
export class SearchTerm {
  readonly #lower: string;
  readonly #long: boolean;
  private readonly searchIn: readonly string[];
  private readonly keys: readonly string[];

  constructor(
    private readonly shape: ViewShape,
    private readonly text: string,
    { searchIn = shape.searchable, orKeys = [] }: Pick<Filter, 'searchIn' | 'orKeys'> = {},
  ) {
    this.searchIn = searchIn;
    this.keys = orKeys;
    this.#lower = text.toLowerCase();
    this.#long = [...text].length >= TRIGRAM_LENGTH;
  }

  /** Decides which rows match, whatever narrowed them before. */
  condition(): Where {
    const conditions: string[] = [];
    const cells: Cell[] = [];
    for (const [column, words] of this.#words()) {
      conditions.push(`${quoted(column)} in (${words.map(() => '?').join(', ')})`);
      cells.push(...words);
    }
    const pattern = this.#long ? `%${likeText(this.text)}%` : `${likeText(this.text)}%`;
    for (const column of this.shape.trigram.filter((name) => this.searchIn.includes(name))) {
      conditions.push(`${quoted(column)} like ? escape '\\'`);
      cells.push(pattern);
    }
    return this.orKeys({
      conditions: [conditions.length > 0 ? `(${conditions.join(' or ')})` : 'false'],
      cells,
    });
  }

  /** Rows of the one condition, and those that are found by their keys. */
  orKeys({ conditions: [condition = 'false'], cells }: Where): Where {
    if (this.keys.length === 0) return { conditions: [condition], cells };
    const byKey = `${quoted(this.shape.key)} in (select value from json_each(?))`;
    return { conditions: [`(${condition} or ${byKey})`], cells: [...cells, JSON.stringify(this.keys)] };
  }

  /** Rows that may match, or undefined when the index cannot tell or there are more than `limit`. */
  candidates(database: Database, generation: number, limit: number): bigint[] | undefined {
    if (!this.#long || this.shape.trigram.length === 0 || this.#words().length > 0) return undefined;
    const index = quoted(indexName(this.shape, generation));
    const phrase = `"${[...this.text].slice(-INDEXED_END).join('').replaceAll('"', '""')}"`;
    const found = database
      .prepare(`select rowid from ${index} where ${index} match ? limit ${limit + 1}`)
      .rows(phrase);
    return found.length > limit ? undefined : found.map(([rid]) => rid as bigint);
  }

  /** Columns of fixed words with those words of theirs that match. */
  #words(): [column: string, words: string[]][] {
    const matches = (word: string): boolean =>
      this.#long ? word.toLowerCase().includes(this.#lower) : word.toLowerCase().startsWith(this.#lower);
    return Object.entries(this.shape.words)
      .map(([column, words]): [string, string[]] => [column, words.filter(matches)])
      .filter(([column, words]) => words.length > 0 && this.searchIn.includes(column));
  }
}
