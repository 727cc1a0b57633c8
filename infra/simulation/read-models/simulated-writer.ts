import { isDeepStrictEqual } from 'node:util';
import type { Place } from '../../checkpoints/checkpoints.js';
import { type KnownRow, type PlannedRow, RowPlanner } from '../../read-store/mongo/plan-rows.js';
import {
  type Generation,
  type Operation,
  type Parked,
  type Range,
  ReadModelsUnavailable,
  type ReadStoreWriter,
  type Row,
  type View,
  type ViewBatch,
} from '../../read-store/view.js';
import { shapeOf, type ViewShape } from '../../read-store/view-shape.js';
import type { Network, Unanswered } from '../network.js';
import { enterOffice, type Office } from '../../lease/office.js';
import type { ReadModelsServer, ServerStep } from './read-models-server.js';
import { SimulatedReader } from './simulated-reader.js';

export interface SimulatedWriterParts {
  readonly server: ReadModelsServer;
  readonly network: Network;
  readonly views: readonly View[];
  readonly transactions: boolean;
  readonly signal: AbortSignal;
}

interface Slot {
  readonly shape: ViewShape;
  readonly planner: RowPlanner;
  readonly generation: number;
  readonly rows: Map<string, KnownRow>;
  at: number;
  hash: string | undefined;
  unfinished: Range | undefined;
}

type Ask = <Result>(what: string, work: () => Result) => Promise<Result>;
type SlotBatch = Omit<ViewBatch, 'view'> & { readonly slot: Slot };

const EXAMPLES_MAX = 5;
const UNANSWERED: Unanswered = {
  unknown: () => new ReadModelsUnavailable('the read models did not answer a write'),
  refused: () => new ReadModelsUnavailable('the read models are away'),
};

/**
 * Writes in the same steps as `MongoWriter` and with the same `RowPlanner`. After a failed batch, a new
 * writer is needed.
 */
export class SimulatedWriter extends SimulatedReader implements ReadStoreWriter {
  readonly lost: AbortSignal;
  readonly #slots = new Map<string, Slot>();
  readonly #ask: Ask;
  #broken: unknown;

  private constructor(
    private readonly parts: SimulatedWriterParts,
    private readonly office: Office,
  ) {
    super(parts.server, parts.network, parts.views);
    this.lost = office.lost;
    this.#ask = (what, work) => parts.network.call(what, work, UNANSWERED, 'writes');
  }

  static async open(parts: SimulatedWriterParts): Promise<SimulatedWriter> {
    const { server, network, views, signal } = parts;
    const ask: Ask = (what, work) => network.call(what, work, UNANSWERED, 'writes');
    const office = await enterOffice(
      {
        newest: () => ask('office stay', () => server.stay),
        enter: (token) => ask('office enter', () => server.enter(token)),
        beat: (token) => ask('office beat', () => server.beat(token)),
        release: (token) => ask('office leave', () => server.leave(token)),
      },
      { signal },
    );
    try {
      const writer = new SimulatedWriter(parts, office);
      await ask('office fence', () => server.takeOffice(office.token));
      const slots = await ask('views prepare', () =>
        views.map((view) => {
          const shape = shapeOf(view);
          return slotOf(server, shape, server.prepare(shape, office.token));
        }),
      );
      for (const slot of slots) writer.#slots.set(slot.shape.name, slot);
      return writer;
    } catch (error) {
      await office.release().catch(() => undefined);
      throw error;
    }
  }

  apply(view: View, from: number, to: number, operations: readonly Operation[]): Promise<void> {
    return this.applyAll([{ view, from, to, operations }]);
  }

  applyAll(batches: readonly ViewBatch[]): Promise<void> {
    return this.#applyTo(batches.map(({ view, ...batch }) => ({ ...batch, slot: this.#slot(view) })));
  }

  override async checkpoint(view: View): Promise<number> {
    return this.#slot(view).at;
  }

  override async place(view: View): Promise<Place> {
    return { position: await this.checkpoint(view), hash: await this.checkpointHash(view) };
  }

  async checkpointHash(view: View): Promise<string | undefined> {
    return this.#slot(view).hash;
  }

  async unfinished(view: View): Promise<Range | undefined> {
    return this.#slot(view).unfinished;
  }

  async unpark(view: View, rows: readonly Row[], parked: readonly Parked[]): Promise<void> {
    const slot = this.#slot(view);
    const { server, transactions } = this.parts;
    const { token } = this.office;
    const { name } = slot.shape;
    const stored = await this.#ask(
      'unpark reads',
      () => new Map(server.generation(name, slot.generation).rows),
    );
    const planned = slot.planner.planRows(slot.at, rows, stored);
    const step = { view: name, generation: slot.generation, from: slot.at, to: slot.at, parked };
    const write = (): void => server.write(name, slot.generation, planned);
    await this.#writing(async (ask) => {
      if (transactions)
        await ask('unpark', () => {
          server.demandStep(step, token);
          server.replaceParked(step, token);
          write();
        });
      else {
        // Write the rows before removing the parked keys, as `MongoWriter` does.
        await ask('unpark rows', write);
        await ask('unpark', () => server.replaceParked(step, token));
      }
    });
    remember(slot, planned);
  }

  async beginRebuild(view: View): Promise<Generation> {
    const { server } = this.parts;
    const { token } = this.office;
    const { shape } = this.#slot(view);
    const { name } = shape;
    const number = await this.#ask('rebuild begin', () => server.add(name, token));
    const fresh: Slot = {
      shape,
      planner: new RowPlanner(shape),
      generation: number,
      rows: new Map(),
      at: 0,
      hash: undefined,
      unfinished: undefined,
    };
    return {
      apply: (from, to, operations, parked, hash) =>
        this.#applyTo([{ slot: fresh, from, to, operations, parked, hash }]),
      compare: async () => {
        const serving = this.#slot(view);
        if (serving.at !== fresh.at) throw new Error(`generations of ${name} are not at the same checkpoint`);
        return this.#ask('rebuild compare', () => this.#compare(serving, fresh));
      },
      swap: async () => {
        await this.#ask('rebuild swap', () => server.serve(name, token, number));
        this.#slots.set(name, fresh);
      },
      discard: () => this.#ask('rebuild discard', () => server.remove(name, token, number)),
    };
  }

  override async close(): Promise<void> {
    await this.office.release().catch(() => undefined);
  }

  /** @throws OperationFault */
  async #applyTo(batches: readonly SlotBatch[]): Promise<void> {
    if (this.#broken !== undefined)
      throw new Error('an earlier batch failed half way', { cause: this.#broken });
    for (const batch of batches) demandNext(batch);
    const plans = batches.map(({ slot, operations, from, to }) =>
      slot.planner.plan({ from, to }, operations, slot.rows),
    );
    const steps = batches.map(stepOf);
    const { server, transactions } = this.parts;
    const { token } = this.office;
    const write = (index: number): void => {
      const { view, generation } = steps[index]!;
      server.write(view, generation, plans[index]!);
    };
    await this.#writing(async (ask) => {
      if (transactions)
        return ask('batch', () => {
          server.finish(steps, token);
          steps.forEach((_, index) => write(index));
        });
      const writing = steps.map((_, index) => index).filter((index) => plans[index]!.length > 0);
      const saying = steps.filter(({ parked }, index) => writing.includes(index) || parked !== undefined);
      if (saying.length > 0) await ask('batch begins', () => server.begin(saying, token));
      await Promise.all(writing.map((index) => ask('batch rows', () => write(index))));
      await ask('batch ends', () => server.finish(steps, token));
    });
    batches.forEach(({ slot, to, hash }, index) => {
      remember(slot, plans[index]!);
      slot.at = to;
      slot.hash = hash;
      slot.unfinished = undefined;
    });
  }

  async #writing(work: (ask: Ask) => Promise<void>): Promise<void> {
    try {
      await work(this.#ask);
    } catch (error) {
      this.#broken = error;
      throw error;
    }
  }

  #compare(serving: Slot, fresh: Slot): Awaited<ReturnType<Generation['compare']>> {
    const { server } = this.parts;
    const { name } = fresh.shape;
    const [old, made] = [serving, fresh].map(({ generation }) => server.generation(name, generation).rows);
    const differing = [...new Set([...old!.keys(), ...made!.keys()])].filter(
      (key) => !isDeepStrictEqual(old!.get(key)?.row, made!.get(key)?.row),
    );
    const { at, unfinished } = server.generation(name, serving.generation);
    if (differing.length > 0 && (at !== serving.at || unfinished))
      throw new Error(`${name} was moved on while its generations were compared`);
    return {
      same: differing.length === 0,
      differing: differing.length,
      examples: differing.toSorted().slice(0, EXAMPLES_MAX),
    };
  }

  #slot(view: { readonly name: string }): Slot {
    const slot = this.#slots.get(view.name);
    if (!slot) throw new Error(`view ${view.name} is not served here`);
    return slot;
  }
}

function slotOf(server: ReadModelsServer, shape: ViewShape, generation: number): Slot {
  const { at, hash, unfinished, rows } = server.generation(shape.name, generation);
  return { shape, planner: new RowPlanner(shape), generation, at, hash, unfinished, rows: new Map(rows) };
}

const stepOf = ({ slot, from, to, hash, parked }: SlotBatch): ServerStep => ({
  view: slot.shape.name,
  generation: slot.generation,
  from,
  to,
  hash,
  parked,
});

function remember({ rows }: Slot, planned: readonly PlannedRow[]): void {
  for (const { key, after } of planned) rows.set(key, after);
}

function demandNext({ slot: { shape, at, unfinished }, from, to }: SlotBatch): void {
  if (at !== from) throw new Error(`view ${shape.name} is at ${at}, the batch begins after ${from}`);
  if (unfinished && unfinished.to !== to)
    throw new Error(`view ${shape.name} must first finish ${unfinished.from} to ${unfinished.to}`);
}
