import type { RecordedEvent } from '../../../infra/event-store/event-store.js';
import { catalogEvent } from '../../catalog/catalog.events.js';
import { type CatalogState } from '../../catalog/catalog.state.js';
import { evolve } from '../../catalog/catalog.evolve.js';
import { SEED } from '../../catalog/seed/seed.js';

type Table = {
  [Name in keyof CatalogState]-?: CatalogState[Name] extends
    ReadonlyMap<unknown, unknown> | ReadonlySet<unknown>
    ? Name
    : never;
}[keyof CatalogState];

export interface Reading {
  readonly table: Table;
  readonly key: unknown;
}

type Entries = ReadonlyMap<unknown, unknown> | ReadonlySet<unknown>;

export class CatalogHistory {
  private readonly states = new Map<number, CatalogState>();
  private readonly setters = new Map<string, Map<unknown, number[]>>();

  constructor(
    readonly events: readonly RecordedEvent[],
    moments: Iterable<number>,
  ) {
    const kept = new Set(moments);
    let state = SEED;
    for (let count = 0; ; count += 1) {
      if (kept.has(count)) this.states.set(count, state);
      const event = events[count];
      if (!event) return;
      const next = after(state, event);
      this.noteSetters(state, next, count);
      state = next;
    }
  }

  at(count: number): CatalogThen {
    const state = this.states.get(count);
    if (!state) throw new Error(`the catalogue after ${count} events was not kept`);
    return new CatalogThen(state, (table, key) => {
      const index = this.setters
        .get(table)
        ?.get(key)
        ?.findLast((before) => before < count);
      return index === undefined ? undefined : this.events[index];
    });
  }

  private noteSetters(before: CatalogState, next: CatalogState, count: number): void {
    const earlier = new Map<string, unknown>(Object.entries(before));
    for (const [table, entries] of Object.entries(next)) {
      const were = earlier.get(table);
      if (entries === were || !isTable(entries) || !isTable(were)) continue;
      let setters = this.setters.get(table);
      if (!setters) this.setters.set(table, (setters = new Map()));
      for (const key of new Set([...were.keys(), ...entries.keys()])) {
        if (entryOf(entries, key) === entryOf(were, key)) continue;
        const counts = setters.get(key);
        if (counts) counts.push(count);
        else setters.set(key, [count]);
      }
    }
  }
}

export class CatalogThen {
  constructor(
    readonly state: CatalogState,
    private readonly setter: (table: Table, key: unknown) => RecordedEvent | undefined,
  ) {}

  setterOf({ table, key }: Reading): RecordedEvent | undefined {
    return this.setter(table, key);
  }

  watched(): { readonly state: CatalogState; readonly readings: readonly Reading[] } {
    const readings: Reading[] = [];
    const note = (table: Table, key: unknown): void => {
      if (!readings.some((each) => each.table === table && each.key === key)) readings.push({ table, key });
    };
    const state = Object.entries(this.state).map(([name, value]: [string, unknown]) => {
      const read = (key: unknown): void => note(name as Table, key);
      if (value instanceof Map) return [name, new WatchedMap(value, read)];
      return [name, value instanceof Set ? new WatchedSet(value, read) : value];
    });
    return { state: Object.fromEntries(state) as CatalogState, readings };
  }
}

function after(state: CatalogState, event: RecordedEvent): CatalogState {
  const known = catalogEvent(event);
  return known ? evolve(state, known) : state;
}

const isTable = (value: unknown): value is Entries => value instanceof Map || value instanceof Set;

const entryOf = (entries: Entries, key: unknown): unknown =>
  entries instanceof Map ? entries.get(key) : entries.has(key);

class WatchedMap extends Map<unknown, unknown> {
  constructor(
    entries: ReadonlyMap<unknown, unknown>,
    private readonly read: (key: unknown) => void,
  ) {
    super();
    for (const [key, value] of entries) super.set(key, value);
  }

  override get(key: unknown): unknown {
    this.read(key);
    return super.get(key);
  }
}

class WatchedSet extends Set<unknown> {
  constructor(
    items: ReadonlySet<unknown>,
    private readonly read: (key: unknown) => void,
  ) {
    super();
    for (const item of items) super.add(item);
  }

  override has(key: unknown): boolean {
    this.read(key);
    return super.has(key);
  }
}
