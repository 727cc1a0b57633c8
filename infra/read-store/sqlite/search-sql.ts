import type { Filter } from '../view.js';
import type { ViewShape } from '../view-shape.js';
import type { Cell, Database } from './database.js';
import { NOTHING, either, knownColumn, ofTable, type Where } from './where-sql.js';
import { commonParts, INDEXED_LENGTH, indexQuery } from './substring-index.js';

const likeText = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** Search text. A text shorter than `INDEXED_LENGTH` matches only at the start of a column. */
export class SearchTerm {
  readonly keys: readonly string[];
  readonly values: readonly (readonly [column: string, value: string | bigint | number])[];
  readonly #long: boolean;
  readonly #texts: readonly string[];
  readonly #equals: Filter['equals'];

  constructor(
    private readonly shape: ViewShape,
    private readonly text: string,
    {
      searchIn = shape.searchable,
      orKeys = [],
      orIn = {},
      equals,
    }: Pick<Filter, 'searchIn' | 'orKeys' | 'orIn' | 'equals'> = {},
  ) {
    this.#equals = equals;
    this.keys = orKeys;
    this.#long = [...text].length >= INDEXED_LENGTH;
    this.#texts = shape.trigram.filter((name) => searchIn.includes(name));
    const lower = text.toLowerCase();
    const matches = (word: string): boolean =>
      this.#long ? word.toLowerCase().includes(lower) : word.toLowerCase().startsWith(lower);
    const words = Object.entries(shape.words)
      .filter(([column]) => searchIn.includes(column))
      .map(([column, all]) => [column, all.filter(matches)] as const);
    this.values = [...words, ...Object.entries(orIn)].flatMap(([column, values]) =>
      values.map((value) => [column, value] as const),
    );
  }

  condition(): Where {
    const columns = [...new Set(this.values.map(([column]) => column))];
    const values = columns.map((column): Where => {
      const cells = this.values.filter(([name]) => name === column).map(([, value]) => value);
      return {
        conditions: [`${knownColumn(this.shape, column)} in (${cells.map(() => '?').join(', ')})`],
        cells,
      };
    });
    return either(this.textCondition(), ...values, this.keyCondition());
  }

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

  indexQuery(database: Database, generation: number): string | undefined {
    const common = commonParts(database, this.shape, generation);
    return indexQuery(this.shape, this.text, this.#texts, this.#equals, common);
  }

  get columns(): readonly string[] {
    const values = this.values.map(([column]) => column);
    return [...this.#texts, ...new Set(values), ...(this.keys.length > 0 ? [this.shape.key] : [])];
  }

  get inTexts(): boolean {
    return this.#texts.length > 0;
  }
}
