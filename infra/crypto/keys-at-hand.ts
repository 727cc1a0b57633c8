import { boundedCache } from '../limits/bounded-cache.js';
import { monotonicMs } from '../host/clock.js';
import { KeyNotAtHand } from './key-vault.js';
import type { PersonKeys } from './person-keys.js';

const PEOPLE_MAX = 20_000;
/**
 * Ages of a cached key in ms. After `refresh`, `loadKeys()` loads the key again in the background. After
 * `loadKeys`, `loadKeys()` also waits for the key. After `use`, `find` refuses the key.
 */
const AGES_MS = { refresh: 30_000, loadKeys: 60_000, use: 90_000 };

interface AtHand {
  readonly keys: PersonKeys | undefined;
  readonly at: number;
}

export type FetchKeys = (personIds: readonly string[]) => Promise<ReadonlyMap<string, PersonKeys>>;

/**
 * Cache that stores keys only for a short time, because an erased key must soon disappear from
 * every process.
 */
export class KeysAtHand {
  readonly #people = boundedCache<string, AtHand>(PEOPLE_MAX);
  readonly #fetching = new Map<string, Promise<void>>();

  constructor(
    private readonly fetch: FetchKeys,
    private readonly now: () => number = monotonicMs,
  ) {}

  loadKeys(personIds: readonly string[]): Promise<void> | undefined {
    const wanted: string[] = [];
    const aging: string[] = [];
    for (const personId of personIds) {
      const known = this.#people.get(personId);
      const age = known?.keys ? this.now() - known.at : Infinity;
      if (age > AGES_MS.loadKeys) wanted.push(personId);
      else if (age > AGES_MS.refresh) aging.push(personId);
    }
    if (aging.length > 0) this.#load(aging).catch(() => undefined);
    return wanted.length > 0 ? this.#load(wanted) : undefined;
  }

  /** @throws KeyNotAtHand when `loadKeys` was not called recently */
  find(personId: string): PersonKeys | undefined {
    const known = this.#people.get(personId);
    if (!known || this.now() - known.at > AGES_MS.use)
      throw new KeyNotAtHand('the key of this person was used without having been brought');
    return known.keys;
  }

  keep(personId: string, keys: PersonKeys | undefined): void {
    this.#people.set(personId, { keys, at: this.now() });
  }

  drop(personId: string): void {
    if (this.#people.has(personId)) this.keep(personId, undefined);
  }

  async #load(personIds: readonly string[]): Promise<void> {
    const absent = personIds.filter((personId) => !this.#fetching.has(personId));
    if (absent.length > 0) {
      const askedAt = this.now();
      const loading = this.fetch(absent)
        .then((found) => {
          for (const personId of absent)
            this.#people.set(personId, { keys: found.get(personId), at: askedAt });
        })
        .finally(() => absent.forEach((personId) => this.#fetching.delete(personId)));
      for (const personId of absent) this.#fetching.set(personId, loading);
    }
    const underWay = personIds.map((personId) => this.#fetching.get(personId) ?? Promise.resolve());
    await Promise.all(new Set(underWay));
  }
}
