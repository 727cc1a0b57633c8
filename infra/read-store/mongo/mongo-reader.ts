import type { Connection } from 'mongoose';
import type { Place } from '../../checkpoints/checkpoints.js';
import { isAway } from '../../mongo/connect-mongo.js';
import { encodeRow } from '../sqlite/row-codec.js';
import { NO_ROW, RowText } from '../sqlite/row-text.js';
import {
  type KeyedText,
  type Page,
  type PageQuery,
  type Parked,
  type Range,
  type ReadStore,
  ReadModelsUnavailable,
  type Row,
  type View,
} from '../view.js';
import { shapeOf, type ViewShape } from '../view-shape.js';
import { knownField, pageFilter } from './page-filter.js';
import { type Pointer, Pointers } from './pointers.js';
import { type RowDocument, rowModel, rowOf } from './row-model.js';

/** Maximum number of matching rows to count. */
const TOTAL_MAX = 10_000;
const QUERY_MS_MAX = 10_000;

/** A view that was never filled has no rows and is at position 0. */
export class MongoReader implements ReadStore {
  readonly #shapes: ReadonlyMap<string, ViewShape>;
  readonly #pointers: Pointers;

  constructor(
    private readonly connection: Connection,
    views: readonly View[],
    private readonly queryMsMax = QUERY_MS_MAX,
  ) {
    this.#shapes = new Map(views.map((view) => [view.name, shapeOf(view)]));
    this.#pointers = new Pointers(connection);
  }

  get<R extends Row>(view: View<R>, key: string): Promise<R | undefined> {
    return this.#ask(view, undefined, async (shape, { generation }) => {
      const found = await rowModel(this.connection, shape, generation)
        .findById(key)
        .maxTimeMS(this.queryMsMax)
        .lean<RowDocument>();
      return found ? (rowOf(shape, found) as R) : undefined;
    });
  }

  getMany<R extends Row>(view: View<R>, keys: readonly string[]): Promise<ReadonlyMap<string, R>> {
    return this.#ask<ReadonlyMap<string, R>>(view, new Map(), async (shape, { generation }) => {
      const found = await rowModel(this.connection, shape, generation)
        .find({ _id: { $in: keys } } as never)
        .maxTimeMS(QUERY_MS_MAX)
        .lean<RowDocument[]>();
      return new Map(found.map((document) => [document._id, rowOf(shape, document) as R]));
    });
  }

  page<R extends Row>(view: View<R>, query: PageQuery): Promise<Page<R>> {
    return this.#ask<Page<R>>(
      view,
      { rows: [], total: 0, totalCapped: false },
      async (shape, { generation }) => {
        const model = rowModel(this.connection, shape, generation);
        const filter = pageFilter(shape, query);
        const direction = query.sort.direction === 'ascending' ? 1 : -1;
        const order = { [knownField(shape, query.sort.column)]: direction, _r: direction } as const;
        const found = await model
          .find(filter as never)
          .sort(order)
          .skip(query.skip)
          .limit(query.limit)
          .maxTimeMS(this.queryMsMax)
          .lean<RowDocument[]>();
        const rows = found.map((document) => rowOf(shape, document) as R);
        const allSeen = query.skip === 0 && rows.length < query.limit;
        const total = allSeen
          ? rows.length
          : Number(
              await model.countDocuments(filter as never, {
                limit: TOTAL_MAX + 1,
                maxTimeMS: this.queryMsMax,
              }),
            );
        const counted = { rows, total: Math.min(total, TOTAL_MAX), totalCapped: total > TOTAL_MAX };
        if (query.sum === undefined) return counted;
        const [added] = await model
          .aggregate<{ sum: bigint | number }>([
            { $match: filter },
            ...(counted.totalCapped ? [{ $sort: order }, { $limit: TOTAL_MAX }] : []),
            { $group: { _id: null, sum: { $sum: `$${knownField(shape, query.sum)}` } } },
          ])
          .option({ maxTimeMS: this.queryMsMax });
        return { ...counted, sum: BigInt(added?.sum ?? 0) };
      },
    );
  }

  rowsAfter<R extends Row>(view: View<R>, after: string | undefined, limit: number): Promise<readonly R[]> {
    return this.#ask<readonly R[]>(view, [], async (shape, { generation }) => {
      const found = await rowModel(this.connection, shape, generation)
        .find((after === undefined ? {} : { _id: { $gt: after } }) as never)
        .sort({ _id: 1 })
        .limit(limit)
        .maxTimeMS(this.queryMsMax)
        .lean<RowDocument[]>();
      return found.map((document) => rowOf(shape, document) as R);
    });
  }

  async rowTextsAfter(view: View, after: string | undefined, limit: number): Promise<KeyedText[]> {
    const rows = await this.rowsAfter(view, after, limit);
    const shape = this.#shapeOf(view);
    const rowText = new RowText(shape);
    return rows.map((row) => [String(row[shape.key]), textOf(shape, rowText, row)]);
  }

  checkpoint(view: View): Promise<number> {
    return this.#ask(view, 0, async (_shape, { checkpoint }) => checkpoint);
  }

  place(view: View): Promise<Place> {
    return this.#ask<Place>(view, { position: 0 }, async (_shape, { checkpoint, hash, range }) =>
      range ? { position: range.to, hash: range.hash } : { position: checkpoint, hash },
    );
  }

  underWay(view: View): Promise<Range | undefined> {
    return this.#ask<Range | undefined>(view, undefined, async (_shape, { range }) => range);
  }

  parkedKeys(view: View): Promise<readonly Parked[]> {
    return this.#ask<readonly Parked[]>(view, [], (shape, { generation }) =>
      this.#pointers.parked(shape.name, generation),
    );
  }

  close(): Promise<void> {
    return this.connection.close();
  }

  #shapeOf({ name }: { readonly name: string }): ViewShape {
    const shape = this.#shapes.get(name);
    if (!shape) throw new Error(`view ${name} is not served here`);
    return shape;
  }

  async #ask<T>(
    view: { readonly name: string },
    missing: T,
    answer: (shape: ViewShape, pointer: Pointer) => Promise<T>,
  ): Promise<T> {
    const shape = this.#shapeOf(view);
    try {
      const pointer = await this.#pointers.serving(shape);
      return pointer ? await answer(shape, pointer) : missing;
    } catch (error) {
      if (!isAway(error)) throw error;
      throw new ReadModelsUnavailable('the read models do not answer', { cause: error });
    }
  }
}

function textOf(shape: ViewShape, rowText: RowText, row: Row): string {
  try {
    return rowText.of(encodeRow(shape, row));
  } catch {
    return NO_ROW;
  }
}
