import type { LRUCache } from 'lru-cache';
import type { ClientSession, Connection, mongo } from 'mongoose';
import { boundedCache } from '../../limits/bounded-cache.js';
import type { ServerTraits } from '../../mongo/connect-mongo.js';
import type { Operation, Range, Row } from '../view.js';
import type { ViewShape } from '../view-shape.js';
import { knownField } from './page-filter.js';
import { type Clear, documentOf, type KnownRow, type PlannedRow, RowPlanner } from './plan-rows.js';
import { collectionName, type RowDocument, rowModel, type RowModel, rowOf } from './row-model.js';

type RowWrite = mongo.AnyBulkWriteOperation<RowDocument>;

const ROWS_KEPT_MAX = 50_000;
const KEYS_PER_QUERY = 1_000;

/** Rows of one generation (copy) of a view. No other process writes these rows. */
export class GenerationRows {
  readonly #planner: RowPlanner;
  readonly #known: LRUCache<string, KnownRow>;
  #complete: boolean;
  #counted = false;

  constructor(
    private readonly connection: Connection,
    private readonly traits: ServerTraits,
    private readonly shape: ViewShape,
    readonly generation: number,
    empty: boolean,
  ) {
    this.#planner = new RowPlanner(shape);
    this.#complete = empty;
    this.#known = boundedCache(ROWS_KEPT_MAX, {
      dispose: (_row, _key, reason) => {
        if (reason === 'evict') this.#complete = false;
      },
    });
  }

  /** @throws OperationFault before any row is written */
  async plan(range: Range, operations: readonly Operation[]): Promise<PlannedRow[]> {
    const stored = new Map<string, KnownRow>();
    const missing: string[] = [];
    if (operations.some(({ op }) => op === 'setIfThere')) await this.#rememberAll();
    for (const key of keysOf(this.shape, operations)) {
      const known = this.#known.get(key);
      if (known) stored.set(key, known);
      else if (!this.#complete) missing.push(key);
    }
    for (const [key, known] of await this.#read(missing)) stored.set(key, known);
    for (const operation of operations)
      if (operation.op === 'clear')
        for (const [key, known] of await this.#matching(operation)) stored.set(key, known);
    return this.#planner.plan(range, operations, stored);
  }

  async planRows(at: number, rows: readonly Row[]): Promise<PlannedRow[]> {
    const keys = rows.map((row) => String(row[this.shape.key]));
    const stored = new Map(await this.#read(keys));
    return this.#planner.planRows(at, rows, stored);
  }

  /** Writes rows without mongoose, because creating a mongoose document for each row is slow. */
  async write(planned: readonly PlannedRow[], session?: ClientSession): Promise<void> {
    const collection = this.connection.collection<RowDocument>(
      collectionName(this.shape.name, this.generation),
    );
    const { writesMax, guardedWrites, transactions } = this.traits;
    const options = { ordered: false, ...(session && { session }) };
    for (let first = 0; first < planned.length; first += writesMax) {
      const writes = planned.slice(first, first + writesMax).map((row) => this.#operation(row));
      const { insertedCount, matchedCount } = await collection.bulkWrite(writes, options);
      if (insertedCount + matchedCount < writes.length && (transactions || !guardedWrites))
        throw new Error(`rows of ${this.shape.name} are gone from under their writer`);
    }
  }

  remember(planned: readonly PlannedRow[]): void {
    for (const { key, after } of planned) this.#known.set(key, after);
  }

  async *all(): AsyncGenerator<RowDocument> {
    yield* this.#model.find().sort({ _id: 1 }).lean<RowDocument[]>().cursor({ batchSize: 1_000 });
  }

  #operation(planned: PlannedRow): RowWrite {
    const { key, after, changed } = planned;
    if (changed === undefined) return { insertOne: { document: documentOf(this.shape, planned) } };
    const set: Record<string, unknown> = { _p: after.position };
    for (const name of changed) if (name !== this.shape.key) set[name] = after.row[name];
    // Skip rows with a higher position (`_p`). A writer that replaced this writer may have written these
    // rows.
    const filter: Record<string, unknown> = this.traits.guardedWrites
      ? { _id: key, _p: planned.whole ? { $lte: after.position } : { $lt: after.position } }
      : { _id: key };
    return { updateOne: { filter, update: { $set: set } } };
  }

  async #rememberAll(): Promise<void> {
    if (this.#complete || this.#counted) return;
    if ((await this.#model.estimatedDocumentCount()) <= ROWS_KEPT_MAX) {
      for await (const document of this.all()) this.#known.set(...this.#asKnown(document));
      this.#complete = this.#known.size < ROWS_KEPT_MAX;
    }
    this.#counted = true;
  }

  async #read(keys: readonly string[]): Promise<[string, KnownRow][]> {
    const documents: RowDocument[] = [];
    if (this.traits.guardedWrites)
      for (let first = 0; first < keys.length; first += KEYS_PER_QUERY)
        documents.push(...(await this.#find({ _id: { $in: keys.slice(first, first + KEYS_PER_QUERY) } })));
    else for (const key of keys) documents.push(...(await this.#find({ _id: key })));
    return documents.map((document) => this.#asKnown(document));
  }

  async #matching({ where }: Clear): Promise<[string, KnownRow][]> {
    const documents = await this.#find({ [knownField(this.shape, where.column)]: where.is });
    return documents.map((document) => this.#asKnown(document));
  }

  #asKnown(document: RowDocument): [string, KnownRow] {
    const { _id, _r, _p } = document;
    return [_id, { row: rowOf(this.shape, document), insertion: BigInt(_r), position: BigInt(_p) }];
  }

  #find(filter: Record<string, unknown>): Promise<RowDocument[]> {
    return this.#model.find(filter as never).lean<RowDocument[]>();
  }

  get #model(): RowModel {
    return rowModel(this.connection, this.shape, this.generation);
  }
}

function keysOf(shape: ViewShape, operations: readonly Operation[]): Set<string> {
  const keys = new Set<string>();
  for (const operation of operations) {
    if (operation.op === 'clear') continue;
    const key = operation.op === 'put' || operation.op === 'add' ? operation.row[shape.key] : operation.key;
    if (typeof key === 'string') keys.add(key);
  }
  return keys;
}
