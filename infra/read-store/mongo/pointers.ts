import type { ClientSession, Connection } from 'mongoose';
import type { Range } from '../view.js';
import type { ViewShape } from '../view-shape.js';

/** How far a generation is, and the range that is being applied to it where that is not one transaction. */
interface GenerationState {
  readonly at: number;
  readonly range: Range | null;
}

/** One per view: which of its generations every query reads, and who may write. */
interface PointerDocument {
  readonly _id: string;
  readonly fingerprint: string;
  readonly serving: number;
  /** The highest number ever used. */
  readonly last: number;
  /** Token of the lease that writes. */
  readonly fence: number;
  readonly generations: Readonly<Record<string, GenerationState>>;
}

export interface Pointer {
  readonly generation: number;
  readonly checkpoint: number;
  readonly range: Range | undefined;
}

/** Another projector took over, or the read models were removed: this writer may write no more. */
export class Fenced extends Error {
  override readonly name = 'Fenced';
}

export interface Step extends Range {
  readonly view: string;
  readonly generation: number;
}

const COLLECTION = 'read_model_pointers';
const field = (generation: number): string => `generations.g${generation}`;

/** Reads and moves the pointers. Every write names the token of its lease, and fails when a higher one is in office. */
export class Pointers {
  constructor(private readonly connection: Connection) {}

  /** undefined when nothing of this shape is served. */
  async serving(shape: ViewShape): Promise<Pointer | undefined> {
    const found = await this.#find(shape.name);
    return found?.fingerprint === shape.fingerprint ? pointerOf(found) : undefined;
  }

  /** From now on only the holder of this token writes. */
  async takeOffice(fence: number): Promise<void> {
    await this.#pointers.updateMany({ fence: { $lt: fence } }, { $set: { fence } });
  }

  /** A new generation at 0; `serves` when nothing else of this shape can. Returns its number. */
  async add(shape: ViewShape, fence: number, serves: boolean): Promise<number> {
    const found = await this.#find(shape.name);
    const generation = (found?.last ?? 0) + 1;
    const fresh: GenerationState = { at: 0, range: null };
    const { name: _id, fingerprint } = shape;
    if (!found) {
      const generations = { [`g${generation}`]: fresh };
      await this.#pointers.insertOne({
        _id,
        fingerprint,
        serving: generation,
        last: generation,
        fence,
        generations,
      });
      return generation;
    }
    await this.#write(_id, fence, {
      $set: {
        ...{ last: generation, [field(generation)]: fresh },
        ...(serves ? { fingerprint, serving: generation } : {}),
      },
    });
    return generation;
  }

  async serve(view: string, fence: number, generation: number, instead: number): Promise<void> {
    await this.#write(view, fence, { $set: { serving: generation }, $unset: { [field(instead)]: '' } });
  }

  async remove(view: string, fence: number, generation: number): Promise<void> {
    await this.#write(view, fence, { $unset: { [field(generation)]: '' } });
  }

  /** Says what is about to be applied. @throws Fenced */
  begin(steps: readonly Step[], fence: number): Promise<void> {
    return this.#move(steps, fence, ({ generation, from, to }) => ({
      [`${field(generation)}.range`]: { from, to },
    }));
  }

  /** @throws Fenced */
  finish(steps: readonly Step[], fence: number, session?: ClientSession): Promise<void> {
    return this.#move(
      steps,
      fence,
      ({ generation, to }) => ({ [field(generation)]: { at: to, range: null } }),
      session,
    );
  }

  async #move(
    steps: readonly Step[],
    fence: number,
    change: (step: Step) => Record<string, unknown>,
    session?: ClientSession,
  ): Promise<void> {
    const operations = steps.map((step) => ({
      updateOne: {
        filter: { _id: step.view, fence, [`${field(step.generation)}.at`]: step.from },
        update: { $set: change(step) },
      },
    }));
    const { matchedCount } = await this.#pointers.bulkWrite(operations, { ...(session && { session }) });
    if (matchedCount < steps.length) throw new Fenced(`${this.#who(steps)}: another projector took over`);
  }

  #who(steps: readonly Step[]): string {
    return steps.map(({ view, from, to }) => `${view} ${from}-${to}`).join(', ');
  }

  async #write(view: string, fence: number, update: Record<string, Record<string, unknown>>): Promise<void> {
    const { matchedCount } = await this.#pointers.updateOne({ _id: view, fence }, update);
    if (matchedCount === 0) throw new Fenced(`${view}: another projector took over`);
  }

  async #find(view: string): Promise<PointerDocument | undefined> {
    return ((await this.#pointers.findOne({ _id: view })) as PointerDocument | undefined) ?? undefined;
  }

  get #pointers() {
    return this.connection.collection<PointerDocument>(COLLECTION);
  }
}

function pointerOf({ serving, generations }: PointerDocument): Pointer | undefined {
  const state = generations[`g${serving}`];
  return state && { generation: serving, checkpoint: state.at, range: state.range ?? undefined };
}
