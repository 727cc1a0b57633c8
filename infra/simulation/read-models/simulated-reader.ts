import type { Place } from '../../checkpoints/checkpoints.js';
import { encodeRow } from '../../read-store/sqlite/row-codec.js';
import { RowText } from '../../read-store/sqlite/row-text.js';
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
} from '../../read-store/view.js';
import { shapeOf, type ViewShape } from '../../read-store/view-shape.js';
import type { Network, Unanswered } from '../network.js';
import { pageOf } from './find-rows.js';
import type { ReadModelsServer, StoredGeneration } from './read-models-server.js';

const UNANSWERED: Unanswered = {
  unknown: () => new ReadModelsUnavailable('the read models did not answer'),
  refused: () => new ReadModelsUnavailable('the read models are away'),
};

export class SimulatedReader implements ReadStore {
  readonly #shapes: ReadonlyMap<string, ViewShape>;

  constructor(
    private readonly server: ReadModelsServer,
    private readonly network: Network,
    views: readonly View[],
  ) {
    this.#shapes = new Map(views.map((view) => [view.name, shapeOf(view)]));
  }

  get<R extends Row>(view: View<R>, key: string): Promise<R | undefined> {
    return this.#ask<R | undefined>(view, undefined, ({ rows }) => rows.get(key)?.row as R | undefined);
  }

  getMany<R extends Row>(view: View<R>, keys: readonly string[]): Promise<ReadonlyMap<string, R>> {
    return this.#ask<ReadonlyMap<string, R>>(
      view,
      new Map(),
      ({ rows }) =>
        new Map(
          keys.flatMap((key) => {
            const found = rows.get(key);
            return found ? [[key, found.row as R] as const] : [];
          }),
        ),
    );
  }

  page<R extends Row>(view: View<R>, query: PageQuery): Promise<Page<R>> {
    return this.#ask<Page<R>>(view, { rows: [], total: 0, totalCapped: false }, ({ rows }, shape) =>
      pageOf(shape, rows.values(), query),
    );
  }

  rowsAfter<R extends Row>(view: View<R>, after: string | undefined, limit: number): Promise<readonly R[]> {
    return this.#ask<readonly R[]>(view, [], ({ rows }) =>
      [...rows.keys()]
        .filter((key) => after === undefined || byBytes(key, after) > 0)
        .sort(byBytes)
        .slice(0, limit)
        .map((key) => rows.get(key)!.row as R),
    );
  }

  async rowTextsAfter(view: View, after: string | undefined, limit: number): Promise<KeyedText[]> {
    const shape = this.#shapeOf(view);
    const rowText = new RowText(shape);
    const rows = await this.rowsAfter(view, after, limit);
    return rows.map((row) => [String(row[shape.key]), rowText.of(encodeRow(shape, row))]);
  }

  checkpoint(view: View): Promise<number> {
    return this.#ask(view, 0, ({ at }) => at);
  }

  place(view: View): Promise<Place> {
    return this.#ask<Place>(view, { position: 0 }, ({ at, hash, unfinished }) =>
      unfinished ? { position: unfinished.to, hash: unfinished.hash } : { position: at, hash },
    );
  }

  underWay(view: View): Promise<Range | undefined> {
    return this.#ask<Range | undefined>(view, undefined, ({ unfinished }) => unfinished);
  }

  parkedKeys(view: View): Promise<readonly Parked[]> {
    return this.#ask<readonly Parked[]>(view, [], ({ parked }) =>
      parked.toSorted((one, other) => (one.key < other.key ? -1 : 1)),
    );
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  async #ask<Answer>(
    view: { readonly name: string },
    missing: Answer,
    answer: (generation: StoredGeneration, shape: ViewShape) => Answer,
  ): Promise<Answer> {
    const shape = this.#shapeOf(view);
    const work = (): Answer => {
      const served = this.server.served(shape.name);
      return served ? answer(served, shape) : missing;
    };
    return this.network.call('read models', work, UNANSWERED);
  }

  #shapeOf({ name }: { readonly name: string }): ViewShape {
    const shape = this.#shapes.get(name);
    if (!shape) throw new Error(`view ${name} is not served here`);
    return shape;
  }
}

const byBytes = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other));
