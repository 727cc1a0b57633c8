import type { Lease } from '../lease/lease.js';
import { sharedLease } from '../lease/shared-lease.js';
import type { Network } from './network.js';

const TTL_MS = 5_000;
const EVERY_MS = TTL_MS / 5;
const AWAY = new Error('the leases are away');
const UNANSWERED = { unknown: () => AWAY, refused: () => AWAY };

/**
 * For a short time, two processes may believe that they hold a lease, because a paused process does not
 * notice that its lease has ended.
 */
export class LeaseServer {
  readonly #held = new Map<string, { readonly holder: object; readonly until: number }>();

  constructor(private readonly network: Network) {}

  leaseOf(name: string, able?: () => boolean): Lease {
    const { network } = this;
    const holder = {};
    const ask = <Answer>(what: string, work: () => Answer): Promise<Answer | undefined> =>
      network.call(`lease ${what}`, work, UNANSWERED).catch(() => undefined);
    return sharedLease(
      {
        take: () => ask('take', () => this.#take(name, holder)),
        isTaken: async () => (await ask('look', () => this.#isTaken(name, holder))) === true,
        leave: () => ask('leave', () => this.#leave(name, holder)),
      },
      { everyMs: EVERY_MS, able },
    );
  }

  #take(name: string, holder: object): boolean {
    if (this.#isTaken(name, holder)) return false;
    this.#held.set(name, { holder, until: this.network.scheduler.now + TTL_MS });
    return true;
  }

  #isTaken(name: string, holder: object): boolean {
    const current = this.#held.get(name);
    return current !== undefined && current.holder !== holder && current.until > this.network.scheduler.now;
  }

  #leave(name: string, holder: object): void {
    if (this.#held.get(name)?.holder === holder) this.#held.delete(name);
  }
}
