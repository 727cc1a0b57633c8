import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from 'mongoose';
import type { ServerTraits } from '../../mongo/connect-mongo.js';
import type { Generation, Operation, Page, PageQuery, Range, ReadStoreWriter, Row, View } from '../view.js';
import { shapeOf, type ViewShape } from '../view-shape.js';
import { GenerationRows } from './generation-rows.js';
import { MongoGeneration } from './mongo-generation.js';
import { MongoReader } from './mongo-reader.js';
import type { PlannedRow } from './plan-rows.js';
import { Pointers } from './pointers.js';
import type { ProjectorLease } from './projector-lease.js';
import { createRows, dropRows, storedGenerations } from './row-model.js';

/** A generation and how far it is. */
export interface Slot {
  readonly shape: ViewShape;
  readonly rows: GenerationRows;
  at: number;
  unfinished: Range | undefined;
}

export interface SlotBatch extends Range {
  readonly slot: Slot;
  readonly operations: readonly Operation[];
}

type Batch = Range & { readonly view: View; readonly operations: readonly Operation[] };

export interface MongoWriterParts {
  readonly connection: Connection;
  readonly traits: ServerTraits;
  readonly lease: ProjectorLease;
  readonly views: readonly View[];
}

/** A query that began before a swap may read the old generation for this long. */
const RETIRE_AFTER_MS = 15_000;

/**
 * The one writer of the read models. Where the server has transactions, rows and checkpoints of a batch are one. Where it
 * has none, the range is stored before its rows are written: a writer that comes after a crash finds it, applies exactly
 * that range again, and rows it had reached tell so by their position.
 */
export class MongoWriter implements ReadStoreWriter {
  readonly lost: AbortSignal;
  readonly #reader: MongoReader;
  readonly #pointers: Pointers;
  readonly #served = new Map<string, Slot>();
  readonly #ended = new AbortController();
  /** A batch failed half way: what is remembered of rows may be wrong, so another writer has to be opened. */
  #broken: unknown;

  private constructor(private readonly parts: MongoWriterParts) {
    this.lost = parts.lease.lost;
    this.#reader = new MongoReader(parts.connection, parts.views);
    this.#pointers = new Pointers(parts.connection);
  }

  /** Takes office: serves every view in its present shape, and drops what earlier writers left. */
  static async open(parts: MongoWriterParts): Promise<MongoWriter> {
    const writer = new MongoWriter(parts);
    await writer.#pointers.takeOffice(parts.lease.token);
    for (const view of parts.views) writer.#served.set(view.name, await writer.#prepare(shapeOf(view)));
    return writer;
  }

  async apply(view: View, from: number, to: number, operations: readonly Operation[]): Promise<void> {
    await this.applyAll([{ view, from, to, operations }]);
  }

  applyAll(batches: readonly Batch[]): Promise<void> {
    return this.applyTo(batches.map(({ view, ...batch }) => ({ ...batch, slot: this.#slot(view) })));
  }

  /** @throws OperationFault and nothing is applied; Fenced when another writer is in office */
  async applyTo(batches: readonly SlotBatch[]): Promise<void> {
    if (this.#broken !== undefined)
      throw new Error('an earlier batch failed half way', { cause: this.#broken });
    for (const batch of batches) demandNext(batch);
    const plans: PlannedRow[][] = [];
    for (const { slot, operations, from, to } of batches)
      plans.push(await slot.rows.plan({ from, to }, operations));
    try {
      await (this.parts.traits.transactions
        ? this.#inOneStep(batches, plans)
        : this.#inSteps(batches, plans));
    } catch (error) {
      this.#broken = error;
      throw error;
    }
    batches.forEach(({ slot, to }, index) => {
      slot.rows.remember(plans[index]!);
      slot.at = to;
      slot.unfinished = undefined;
    });
  }

  async unfinished(view: View): Promise<Range | undefined> {
    return this.#slot(view).unfinished;
  }

  get<R extends Row>(view: View<R>, key: string): Promise<R | undefined> {
    return this.#reader.get(view, key);
  }

  page<R extends Row>(view: View<R>, query: PageQuery): Promise<Page<R>> {
    return this.#reader.page(view, query);
  }

  async checkpoint(view: View): Promise<number> {
    return this.#slot(view).at;
  }

  async beginRebuild(view: View): Promise<Generation> {
    const served = this.#slot(view);
    const { shape } = served;
    const { token } = this.parts.lease;
    const generation = await this.#pointers.add(shape, token, false);
    await createRows(this.parts.connection, shape, generation);
    const fresh = this.#newSlot(shape, generation, true);
    return new MongoGeneration({
      slot: fresh,
      serving: () => this.#slot(view),
      apply: (batch) => this.applyTo([batch]),
      swap: async () => {
        const old = this.#slot(view).rows.generation;
        await this.#pointers.serve(shape.name, token, generation, old);
        this.#served.set(shape.name, fresh);
        void this.#retire(shape, old);
      },
      discard: async () => {
        await this.#pointers.remove(shape.name, token, generation);
        await dropRows(this.parts.connection, shape, generation);
      },
    });
  }

  async close(): Promise<void> {
    this.#ended.abort();
    await this.parts.lease.release().catch(() => undefined);
    await this.parts.connection.close();
  }

  async #inSteps(batches: readonly SlotBatch[], plans: readonly PlannedRow[][]): Promise<void> {
    const { token } = this.parts.lease;
    const steps = batches.map(stepOf);
    const writing = steps.filter((_, index) => plans[index]!.length > 0);
    if (writing.length > 0) await this.#pointers.begin(writing, token);
    await Promise.all(batches.map(({ slot }, index) => slot.rows.write(plans[index]!)));
    await this.#pointers.finish(steps, token);
  }

  async #inOneStep(batches: readonly SlotBatch[], plans: readonly PlannedRow[][]): Promise<void> {
    await this.parts.connection.withSession((session) =>
      session.withTransaction(async () => {
        // The checkpoint first: a writer that was replaced finds out before it sends any rows.
        await this.#pointers.finish(batches.map(stepOf), this.parts.lease.token, session);
        for (const [index, { slot }] of batches.entries()) await slot.rows.write(plans[index]!, session);
      }),
    );
  }

  async #prepare(shape: ViewShape): Promise<Slot> {
    const { connection, lease } = this.parts;
    const stored = await storedGenerations(connection, shape.name);
    const pointer = await this.#pointers.serving(shape);
    const kept = pointer && stored.includes(pointer.generation) ? pointer : undefined;
    const generation = kept?.generation ?? (await this.#pointers.add(shape, lease.token, true));
    await createRows(connection, shape, generation);
    for (const other of stored) if (other !== generation) await dropRows(connection, shape, other);
    const slot = this.#newSlot(shape, generation, kept === undefined);
    slot.at = kept?.checkpoint ?? 0;
    slot.unfinished = kept?.range;
    return slot;
  }

  #newSlot(shape: ViewShape, generation: number, empty: boolean): Slot {
    const { connection, traits } = this.parts;
    const rows = new GenerationRows(connection, traits, shape, generation, empty);
    return { shape, rows, at: 0, unfinished: undefined };
  }

  async #retire(shape: ViewShape, generation: number): Promise<void> {
    await sleep(RETIRE_AFTER_MS, undefined, { signal: this.#ended.signal, ref: false }).catch(
      () => undefined,
    );
    if (!this.#ended.signal.aborted)
      await dropRows(this.parts.connection, shape, generation).catch(() => undefined);
  }

  #slot(view: { readonly name: string }): Slot {
    const slot = this.#served.get(view.name);
    if (!slot) throw new Error(`view ${view.name} is not served here`);
    return slot;
  }
}

const stepOf = ({ slot, from, to }: SlotBatch) => ({
  ...{ view: slot.shape.name, generation: slot.rows.generation, from, to },
});

function demandNext({ slot, from, to }: SlotBatch): void {
  const { shape, at, unfinished } = slot;
  if (at !== from) throw new Error(`view ${shape.name} is at ${at}, the batch begins after ${from}`);
  if (unfinished && unfinished.to !== to)
    throw new Error(`view ${shape.name} must first finish ${unfinished.from} to ${unfinished.to}`);
}
