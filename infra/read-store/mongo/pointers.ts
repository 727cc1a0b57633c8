import type { ClientSession, Connection } from 'mongoose';
import type { Parked, Range } from '../view.js';
import type { ViewShape } from '../view-shape.js';

/** State of one generation (copy of a view's rows). */
interface GenerationState {
  readonly at: number;
  /** Hash of the event at `at`. Documents of older versions have no hash. */
  readonly hash?: string;
  readonly range: Range | null;
}

/**
 * Document of a view, kept even after the view is removed, so that each generation (copy of the rows) gets a
 * new number. With a reused number, a replaced writer could change the new generation.
 */
interface PointerDocument {
  readonly _id: string;
  readonly fingerprint: string;
  readonly serving: number;
  /** Highest number that a generation (copy of the rows) has ever had. */
  readonly last: number;
  /** Lease token of the current writer. */
  readonly fence: number;
  readonly generations: Readonly<Record<string, GenerationState>>;
  readonly parked?: Readonly<Record<string, readonly Parked[]>>;
}

export interface Pointer {
  readonly generation: number;
  readonly checkpoint: number;
  readonly hash: string | undefined;
  readonly range: Range | undefined;
}

/** Error when another projector has taken over. This writer must stop. */
export class Fenced extends Error {
  override readonly name = 'Fenced';
}

export interface Step extends Range {
  readonly view: string;
  readonly generation: number;
  readonly parked?: readonly Parked[] | undefined;
}

const COLLECTION = 'read_model_pointers';
const field = (generation: number): string => `generations.g${generation}`;
const parkedField = (generation: number): string => `parked.g${generation}`;
const hashIn = ({ hash }: Range): { readonly hash?: string } => (hash === undefined ? {} : { hash });
const parkedOf = ({ generation, parked }: Pick<Step, 'generation' | 'parked'>): Record<string, unknown> =>
  parked ? { [parkedField(generation)]: parked } : {};

/**
 * Stores for each view the checkpoint and the generation (copy of the rows) that readers use. A write with an
 * outdated `fence` (lease token) fails.
 */
export class Pointers {
  constructor(private readonly connection: Connection) {}

  async serving(shape: ViewShape): Promise<Pointer | undefined> {
    const found = await this.#find(shape.name);
    return found?.fingerprint === shape.fingerprint ? pointerOf(found) : undefined;
  }

  /** Names of all views that any version has ever stored. */
  async views(): Promise<string[]> {
    const found = await this.#pointers.find({}, { projection: { _id: 1 } }).toArray();
    return found.map(({ _id }) => String(_id));
  }

  /**
   * Lets only the writer with the token `fence` write. Waits at most `withinMs` for the transaction of
   * another writer.
   */
  async takeOffice(fence: number, withinMs?: number): Promise<void> {
    const options = withinMs === undefined ? {} : { maxTimeMS: withinMs };
    await this.#pointers.updateMany({ fence: { $lt: fence } }, { $set: { fence } }, options);
  }

  /**
   * Adds a generation (copy of the rows) at position 0 and returns its number. Readers use it at once if
   * `serves` is true.
   */
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
        last: generation,
        [field(generation)]: fresh,
        ...(serves ? { fingerprint, serving: generation } : {}),
      },
    });
    return generation;
  }

  /**
   * Lets readers use `generation`, which is a copy of the view's rows.
   * @throws Fenced
   */
  async serve(view: string, fence: number, generation: number, instead: number): Promise<void> {
    await this.#write(
      view,
      fence,
      {
        $set: { serving: generation },
        $unset: { [field(instead)]: '', [parkedField(instead)]: '' },
      },
      { [field(generation)]: { $exists: true } },
    );
  }

  /**
   * Removes a generation (copy of the rows). Returns false and removes nothing while readers use
   * it.
   */
  async remove(view: string, fence: number, generation: number): Promise<boolean> {
    const { matchedCount } = await this.#pointers.updateOne(
      { _id: view, fence, serving: { $ne: generation } },
      { $unset: { [field(generation)]: '', [parkedField(generation)]: '' } },
    );
    return matchedCount > 0;
  }

  async removeView(view: string, fence: number): Promise<void> {
    await this.#write(view, fence, { $set: { serving: 0, generations: {} }, $unset: { parked: '' } });
  }

  /**
   * Stores the event ranges and the parked (skipped) keys of the next write.
   * @throws Fenced
   */
  begin(steps: readonly Step[], fence: number): Promise<void> {
    return this.#move(steps, fence, (step) => ({
      [`${field(step.generation)}.range`]: { from: step.from, to: step.to, ...hashIn(step) },
      ...parkedOf(step),
    }));
  }

  finish(steps: readonly Step[], fence: number, session?: ClientSession): Promise<void> {
    return this.#move(
      steps,
      fence,
      (step) => ({
        [field(step.generation)]: { at: step.to, range: null, ...hashIn(step) },
        ...parkedOf(step),
      }),
      session,
    );
  }

  async parked(view: string, generation: number): Promise<readonly Parked[]> {
    const found = (await this.#pointers.findOne({ _id: view }, { projection: { parked: 1 } })) as Pick<
      PointerDocument,
      'parked'
    > | null;
    const parked = found?.parked?.[`g${generation}`] ?? [];
    return parked.toSorted((one, other) => (one.key < other.key ? -1 : 1));
  }

  replaceParked(
    { view, generation, parked }: Pick<Step, 'view' | 'generation' | 'parked'>,
    at: number,
    fence: number,
    session?: ClientSession,
  ): Promise<void> {
    return this.#move([{ view, generation, parked, from: at, to: at }], fence, parkedOf, session);
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

  async #write(
    view: string,
    fence: number,
    update: Record<string, Record<string, unknown>>,
    where: Record<string, unknown> = {},
  ): Promise<void> {
    const { matchedCount } = await this.#pointers.updateOne({ ...where, _id: view, fence }, update);
    if (matchedCount === 0) throw new Fenced(`${view}: another projector took over`);
  }

  async #find(view: string): Promise<PointerDocument | undefined> {
    const found = await this.#pointers.findOne({ _id: view }, { projection: { parked: 0 } });
    return (found as PointerDocument | null) ?? undefined;
  }

  get #pointers() {
    return this.connection.collection<PointerDocument>(COLLECTION);
  }
}

function pointerOf({ serving, generations }: PointerDocument): Pointer | undefined {
  const state = generations[`g${serving}`];
  return (
    state && {
      generation: serving,
      checkpoint: state.at,
      hash: state.hash,
      range: state.range ?? undefined,
    }
  );
}
