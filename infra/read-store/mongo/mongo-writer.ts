import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientSession, Connection } from 'mongoose';
import type { Place } from '../../checkpoints/checkpoints.js';
import type { ServerTraits } from '../../mongo/connect-mongo.js';
import type {
  Generation,
  KeyedText,
  Operation,
  Page,
  PageQuery,
  Parked,
  Range,
  ReadStoreWriter,
  Row,
  View,
  ViewBatch,
} from '../view.js';
import { shapeOf, type ViewShape } from '../view-shape.js';
import { GenerationRows } from './generation-rows.js';
import { MongoGeneration } from './mongo-generation.js';
import { MongoReader } from './mongo-reader.js';
import type { PlannedRow } from './plan-rows.js';
import { Pointers } from './pointers.js';
import type { ProjectorLease } from './projector-lease.js';
import { takeOffice, WriterSessions } from './writer-sessions.js';
import { createRows, dropRows, storedGenerations } from './row-model.js';
import type { Slot, SlotBatch } from './mongo-slot.js';

export interface MongoWriterParts {
  readonly connection: Connection;
  readonly traits: ServerTraits;
  readonly lease: ProjectorLease;
  readonly views: readonly View[];
  readonly signal?: AbortSignal | undefined;
  readonly queryMsMax?: number | undefined;
}

/**
 * Milliseconds after which a replaced generation (copy of a view's rows) is deleted. Running queries may need
 * this generation until then.
 */
const RETIRE_AFTER_MS = 15_000;

/**
 * With `transactions`, a batch is atomic. Without `transactions`, the positions of the batch are stored
 * first, so that the next writer can repeat the batch after a crash.
 */
export class MongoWriter implements ReadStoreWriter {
  readonly lost: AbortSignal;
  readonly #reader: MongoReader;
  readonly #pointers: Pointers;
  readonly #sessions: WriterSessions;
  readonly #served = new Map<string, Slot>();
  readonly #ended = new AbortController();
  /** Error that interrupted a batch. The cached rows may then be wrong, so a new writer must be opened. */
  #broken: unknown;

  private constructor(private readonly parts: MongoWriterParts) {
    this.lost = parts.lease.lost;
    this.#reader = new MongoReader(parts.connection, parts.views, parts.queryMsMax);
    this.#pointers = new Pointers(parts.connection);
    this.#sessions = new WriterSessions(parts.connection, parts.lease);
  }

  static async open(parts: MongoWriterParts): Promise<MongoWriter> {
    const writer = new MongoWriter(parts);
    const { lease, traits, signal } = parts;
    await takeOffice({ pointers: writer.#pointers, lease, transactions: traits.transactions, signal });
    for (const view of parts.views) writer.#served.set(view.name, await writer.#prepare(shapeOf(view)));
    await writer.#dropUnserved();
    return writer;
  }

  async apply(view: View, from: number, to: number, operations: readonly Operation[]): Promise<void> {
    await this.applyAll([{ view, from, to, operations }]);
  }

  applyAll(batches: readonly ViewBatch[]): Promise<void> {
    return this.applyTo(batches.map(({ view, ...batch }) => ({ ...batch, slot: this.#slot(view) })));
  }

  /**
   * Applies all batches or no batch.
   * @throws OperationFault before any row is written
   * @throws Fenced when another writer took over
   */
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
    batches.forEach(({ slot, to, hash }, index) => {
      slot.rows.remember(plans[index]!);
      slot.at = to;
      slot.hash = hash;
      slot.unfinished = undefined;
    });
  }

  async unfinished(view: View): Promise<Range | undefined> {
    return this.#slot(view).unfinished;
  }

  get<R extends Row>(view: View<R>, key: string): Promise<R | undefined> {
    return this.#reader.get(view, key);
  }

  getMany<R extends Row>(view: View<R>, keys: readonly string[]): Promise<ReadonlyMap<string, R>> {
    return this.#reader.getMany(view, keys);
  }

  page<R extends Row>(view: View<R>, query: PageQuery): Promise<Page<R>> {
    return this.#reader.page(view, query);
  }

  rowsAfter<R extends Row>(view: View<R>, after: string | undefined, limit: number): Promise<readonly R[]> {
    return this.#reader.rowsAfter(view, after, limit);
  }

  rowTextsAfter(view: View, after: string | undefined, limit: number): Promise<readonly KeyedText[]> {
    return this.#reader.rowTextsAfter(view, after, limit);
  }

  async checkpoint(view: View): Promise<number> {
    return this.#slot(view).at;
  }

  async place(view: View): Promise<Place> {
    return { position: await this.checkpoint(view), hash: await this.checkpointHash(view) };
  }

  async checkpointHash(view: View): Promise<string | undefined> {
    return this.#slot(view).hash;
  }

  async parkedKeys(view: View): Promise<readonly Parked[]> {
    const { shape, rows } = this.#slot(view);
    return this.#pointers.parked(shape.name, rows.generation);
  }

  async unpark(view: View, rows: readonly Row[], parked: readonly Parked[]): Promise<void> {
    const slot = this.#slot(view);
    const { lease, traits } = this.parts;
    const planned = await slot.rows.planRows(slot.at, rows);
    const step = { view: slot.shape.name, generation: slot.rows.generation, parked };
    const end = (session?: ClientSession): Promise<void> =>
      this.#pointers.replaceParked(step, slot.at, lease.token, session);
    try {
      if (traits.transactions)
        await this.#sessions.inTransaction(async (session) => {
          await end(session);
          await slot.rows.write(planned, session);
        });
      else {
        // Write the rows first and the list of parked keys last. After a crash between these steps, `unpark`
        // can be repeated.
        await slot.rows.write(planned);
        await end();
      }
    } catch (error) {
      this.#broken = error;
      throw error;
    }
    slot.rows.remember(planned);
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
      isStill: async ({ rows, at }) => {
        const stored = await this.#pointers.serving(shape);
        return (
          stored?.generation === rows.generation && stored.checkpoint === at && stored.range === undefined
        );
      },
      apply: (batch) => this.applyTo([batch]),
      swap: async () => {
        const old = this.#slot(view).rows.generation;
        await this.#pointers.serve(shape.name, token, generation, old);
        this.#served.set(shape.name, fresh);
        void this.#retire(shape, old);
      },
      discard: async () => {
        if (await this.#pointers.remove(shape.name, token, generation))
          await dropRows(this.parts.connection, shape.name, generation);
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
    const writing = steps.filter(
      (_, index) => plans[index]!.length > 0 || batches[index]!.parked !== undefined,
    );
    if (writing.length > 0) await this.#pointers.begin(writing, token);
    await Promise.all(batches.map(({ slot }, index) => slot.rows.write(plans[index]!)));
    await this.#pointers.finish(steps, token);
  }

  async #inOneStep(batches: readonly SlotBatch[], plans: readonly PlannedRow[][]): Promise<void> {
    await this.#sessions.inTransaction(async (session) => {
      // Move the checkpoint first. This fails for a replaced writer, which then changes no rows.
      await this.#pointers.finish(batches.map(stepOf), this.parts.lease.token, session);
      for (const [index, { slot }] of batches.entries()) await slot.rows.write(plans[index]!, session);
    });
  }

  async #prepare(shape: ViewShape): Promise<Slot> {
    const { connection, lease } = this.parts;
    const stored = await storedGenerations(connection, shape.name);
    const pointer = await this.#pointers.serving(shape);
    const kept = pointer && stored.includes(pointer.generation) ? pointer : undefined;
    const generation = kept?.generation ?? (await this.#pointers.add(shape, lease.token, true));
    await createRows(connection, shape, generation);
    for (const other of stored) if (other !== generation) await dropRows(connection, shape.name, other);
    const slot = this.#newSlot(shape, generation, kept === undefined);
    slot.at = kept?.checkpoint ?? 0;
    slot.hash = kept?.hash;
    slot.unfinished = kept?.range;
    return slot;
  }

  /**
   * Deletes views that this version does not know, because their rows contain user ids. If an older version
   * starts again, it refills them.
   */
  async #dropUnserved(): Promise<void> {
    const { connection, lease } = this.parts;
    for (const view of await this.#pointers.views()) {
      if (this.#served.has(view)) continue;
      // Call `removeView` first, because it throws when this writer was replaced. A replaced writer must not
      // drop the next writer's collections.
      const stored = await storedGenerations(connection, view);
      await this.#pointers.removeView(view, lease.token);
      for (const generation of stored) await dropRows(connection, view, generation);
    }
  }

  #newSlot(shape: ViewShape, generation: number, empty: boolean): Slot {
    const { connection, traits } = this.parts;
    const rows = new GenerationRows(connection, traits, shape, generation, empty);
    return { shape, rows, at: 0, hash: undefined, unfinished: undefined };
  }

  async #retire(shape: ViewShape, generation: number): Promise<void> {
    await sleep(RETIRE_AFTER_MS, undefined, { signal: this.#ended.signal, ref: false }).catch(
      () => undefined,
    );
    if (!this.#ended.signal.aborted)
      await dropRows(this.parts.connection, shape.name, generation).catch(() => undefined);
  }

  #slot(view: { readonly name: string }): Slot {
    const slot = this.#served.get(view.name);
    if (!slot) throw new Error(`view ${view.name} is not served here`);
    return slot;
  }
}

const stepOf = ({ slot, from, to, hash, parked }: SlotBatch) => ({
  view: slot.shape.name,
  generation: slot.rows.generation,
  from,
  to,
  hash,
  parked,
});

function demandNext({ slot, from, to }: SlotBatch): void {
  const { shape, at, unfinished } = slot;
  if (at !== from) throw new Error(`view ${shape.name} is at ${at}, the batch begins after ${from}`);
  if (unfinished && unfinished.to !== to)
    throw new Error(`view ${shape.name} must first finish ${unfinished.from} to ${unfinished.to}`);
}
