import type { Stay } from '../../lease/office.js';
import type { KnownRow, PlannedRow } from '../../read-store/mongo/plan-rows.js';
import type { Parked, Range } from '../../read-store/view.js';
import type { ViewShape } from '../../read-store/view-shape.js';

export interface StoredGeneration {
  readonly rows: Map<string, KnownRow>;
  at: number;
  hash: string | undefined;
  unfinished: Range | undefined;
  parked: readonly Parked[];
}

interface StoredView {
  fingerprint: string;
  serving: number;
  last: number;
  readonly generations: Map<number, StoredGeneration>;
}

export interface ServerStep extends Range {
  readonly view: string;
  readonly generation: number;
  readonly parked: readonly Parked[] | undefined;
}

/** Stays alive when processes die. Each method is atomic. */
export class ReadModelsServer {
  #views = new Map<string, StoredView>();
  #stay: Stay = { token: 0, beat: 0, released: true };
  #fence = 0;
  guarded = true;

  /** Copies the server's present state. Returns a function that restores this state. */
  copy(): () => void {
    const copied = copyOf(this.#views);
    return () => {
      this.#views = copyOf(copied);
      this.#stay = { ...this.#stay, released: true };
    };
  }

  get stay(): Stay {
    return this.#stay;
  }

  /** Gives the lease to the first process that asks for the next `token`. Refuses all other requests. */
  enter(token: number): boolean {
    if (token !== this.#stay.token + 1) return false;
    this.#stay = { token, beat: 0, released: false };
    return true;
  }

  beat(token: number): void {
    if (this.#stay.token === token) this.#stay = { ...this.#stay, beat: this.#stay.beat + 1 };
  }

  leave(token: number): void {
    if (this.#stay.token === token) this.#stay = { ...this.#stay, released: true };
  }

  takeOffice(token: number): void {
    this.#fence = Math.max(this.#fence, token);
  }

  /** Prepares a view for a writer and returns its generation, which is empty when `fingerprint` has changed. */
  prepare({ name, fingerprint }: ViewShape, token: number): number {
    this.demandOffice(token);
    const view = this.#views.get(name);
    if (view?.fingerprint === fingerprint) {
      for (const other of view.generations.keys()) if (other !== view.serving) view.generations.delete(other);
      return view.serving;
    }
    const generation = this.add(name, token, fingerprint);
    this.#view(name).serving = generation;
    return generation;
  }

  add(name: string, token: number, fingerprint?: string): number {
    this.demandOffice(token);
    const view = this.#views.get(name) ?? {
      fingerprint: '',
      serving: 0,
      last: 0,
      generations: new Map<number, StoredGeneration>(),
    };
    this.#views.set(name, view);
    if (fingerprint !== undefined) view.fingerprint = fingerprint;
    view.last += 1;
    view.generations.set(view.last, {
      rows: new Map(),
      at: 0,
      hash: undefined,
      unfinished: undefined,
      parked: [],
    });
    return view.last;
  }

  serve(name: string, token: number, generation: number): void {
    this.demandOffice(token);
    const view = this.#view(name);
    if (!view.generations.has(generation)) throw new Error(`view ${name} has no generation ${generation}`);
    if (view.serving !== generation) view.generations.delete(view.serving);
    view.serving = generation;
  }

  remove(name: string, token: number, generation: number): void {
    this.demandOffice(token);
    const view = this.#view(name);
    if (view.serving !== generation) view.generations.delete(generation);
  }

  served(name: string): StoredGeneration | undefined {
    const view = this.#views.get(name);
    return view?.generations.get(view.serving);
  }

  generation(name: string, number: number): StoredGeneration {
    const found = this.#view(name).generations.get(number);
    if (!found) throw new Error(`view ${name} has no generation ${number}`);
    return found;
  }

  begin(steps: readonly ServerStep[], token: number): void {
    for (const step of steps) this.demandStep(step, token);
    for (const { view, generation, parked, from, to, hash } of steps) {
      const state = this.generation(view, generation);
      state.unfinished = { from, to, hash };
      state.parked = parked ?? state.parked;
    }
  }

  finish(steps: readonly ServerStep[], token: number): void {
    for (const step of steps) this.demandStep(step, token);
    for (const { view, generation, parked, to, hash } of steps) {
      const state = this.generation(view, generation);
      state.at = to;
      state.hash = hash;
      state.unfinished = undefined;
      state.parked = parked ?? state.parked;
    }
  }

  replaceParked({ view, generation, parked }: ServerStep, token: number): void {
    this.demandOffice(token);
    this.generation(view, generation).parked = parked ?? [];
  }

  write(view: string, generation: number, rows: readonly PlannedRow[]): void {
    const stored = this.generation(view, generation).rows;
    for (const { key, after, changed, whole } of rows) {
      const before = stored.get(key);
      if (before === undefined || changed === undefined) {
        if (before !== undefined && this.guarded) throw new Error(`view ${view} has a row ${key} already`);
        stored.set(key, after);
        continue;
      }
      const isLater = before.position > after.position || (before.position === after.position && !whole);
      if (isLater && this.guarded) continue;
      const row = { ...before.row };
      for (const name of changed) row[name] = after.row[name];
      stored.set(key, { ...before, row, position: after.position });
    }
  }

  /**
   * @throws when another writer took over
   * @throws when the checkpoint is not `from`
   */
  demandStep({ view, generation, from }: ServerStep, token: number): void {
    this.demandOffice(token);
    if (this.guarded && this.generation(view, generation).at !== from)
      throw new Error(`view ${view} is not at ${from}`);
  }

  demandOffice(token: number): void {
    if (this.guarded && token !== this.#fence) throw new Error('another projector took over');
  }

  #view(name: string): StoredView {
    const view = this.#views.get(name);
    if (!view) throw new Error(`there is no view ${name}`);
    return view;
  }
}

const copyOf = (views: ReadonlyMap<string, StoredView>): Map<string, StoredView> =>
  new Map(
    [...views].map(([name, view]) => [
      name,
      {
        ...view,
        generations: new Map(
          [...view.generations].map(([number, stored]) => [
            number,
            { ...stored, rows: new Map(stored.rows) },
          ]),
        ),
      },
    ]),
  );
