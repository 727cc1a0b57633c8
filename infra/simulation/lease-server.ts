import type { Lease } from '../lease/lease.js';
import type { Network } from './network.js';
import { SimulatedProcess } from './simulated-process.js';

const TTL_MS = 15_000;
const RENEW_MS = 5_000;
const AWAY = new Error('the leases are away');
const UNANSWERED = { unknown: () => AWAY, refused: () => AWAY };

/** Where processes agree on who does what. For moments two may believe that they do: whoever pauses does not see it end. */
export class LeaseServer {
  readonly #held = new Map<string, { readonly holder: object; readonly until: number }>();

  constructor(private readonly network: Network) {}

  /** The lease as the process that runs now takes part in it. */
  leaseOf(name: string): Lease {
    const { network } = this;
    const { scheduler } = network;
    const holder = scheduler.current ?? {};
    let held = false;
    const ask = (work: () => boolean): Promise<boolean> =>
      network.call(`lease ${name}`, work, UNANSWERED).catch(() => held && !this.#isCutOff(holder));
    const rest = (ms: number): Promise<void> =>
      new Promise((resolve) => void scheduler.in(ms, scheduler.current, 'lease rests', resolve));
    return {
      held: () => held,
      whileHeld: async (work, signal) => {
        while (!signal.aborted) {
          if (await ask(() => this.#take(name, holder))) {
            const lost = new AbortController();
            const onAbort = (): void => lost.abort();
            signal.addEventListener('abort', onAbort, { once: true });
            held = true;
            const working = work(lost.signal).finally(() => lost.abort());
            while (!lost.signal.aborted && (await ask(() => this.#take(name, holder)))) {
              if (lost.signal.aborted) break;
              await rest(RENEW_MS * (0.5 + scheduler.random.fraction()));
            }
            lost.abort();
            await working;
            held = false;
            signal.removeEventListener('abort', onAbort);
          }
          if (!signal.aborted) await rest(RENEW_MS);
        }
      },
    };
  }

  #take(name: string, holder: object): boolean {
    const { now } = this.network.scheduler;
    const current = this.#held.get(name);
    if (current && current.holder !== holder && current.until > now) return false;
    this.#held.set(name, { holder, until: now + TTL_MS });
    return true;
  }

  /** Whoever reaches nothing gives up what it holds; where only the leases are away its holder goes on. */
  #isCutOff(holder: object): boolean {
    return holder instanceof SimulatedProcess && holder.cutOffUntil > this.network.scheduler.now;
  }
}
