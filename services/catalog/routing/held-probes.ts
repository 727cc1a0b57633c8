import { nowMs } from '../../../infra/host/clock.js';
import type { Service } from '../../contracts/services.js';
import { PROBE_WITHIN_MS } from './automatic-pause.decider.js';
import { type Pause, pauseKey } from './vendor-pause.state.js';

/** A vendor that this process wanted to ask and passed over. */
export interface PassedOver {
  readonly service: Service;
  readonly vendor: number;
}

interface Held {
  readonly probeId: string;
  readonly pauseId: string;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** So long before its end a probe is for anybody; until then for customers who have not tried the vendor in vain while it is paused. */
const FOR_ANYBODY_MS = PROBE_WITHIN_MS / 2;
/** Remembered of one pause, at most. */
const TRIERS_MAX = 1_000;

/** Which paused vendors one purchase of this process may try, and which it would like to. In memory: asking costs nothing. */
export class HeldProbes {
  private readonly held = new Map<string, Held>();
  private readonly wanted = new Map<string, PassedOver>();
  /** Who took a probe of the pause in this process: what they buy may be what no vendor takes. */
  private readonly triers = new Map<string, { readonly pauseId: string; readonly users: Set<string> }>();
  private buyer: string | undefined;

  constructor(private readonly now: () => number = nowMs) {}

  /** Whether the vendor may be asked although it is paused; when not, it is remembered that somebody wanted to. */
  mayAsk({ id, service, vendor, automatic }: Pause, isWanted: boolean): boolean {
    if (!automatic) return false;
    const key = pauseKey(service, vendor);
    const held = this.held.get(key);
    if (held && held.probeId === automatic.probe?.id && this.now() < held.until)
      return !this.leavesIt(key, id, held);
    if (held) this.held.delete(key);
    if (isWanted) this.wanted.set(key, { service, vendor });
    return false;
  }

  /** Asks for somebody who would buy: a probe that was theirs before is left to others first. `ask` waits for nothing. */
  askedBy<Answer>(userId: string, ask: () => Answer): Answer {
    this.buyer = userId;
    try {
      return ask();
    } finally {
      this.buyer = undefined;
    }
  }

  /** One purchase of this process may try it, until the moment. */
  hold(service: Service, vendor: number, held: Held): void {
    this.held.set(pauseKey(service, vendor), held);
  }

  /**
   * Says that a purchase is sent to the vendor: nobody else tries it. Called without waiting for anything after the vendor was named.
   * @param userId whose purchase; left out where it was sent elsewhere before
   * @returns gives it back, when the purchase was not accepted; undefined when there was no probe
   */
  take(service: Service, vendor: number, userId?: string): (() => void) | undefined {
    const key = pauseKey(service, vendor);
    const held = this.held.get(key);
    if (!held || !this.held.delete(key)) return undefined;
    const forget = userId === undefined ? undefined : this.remember(key, held.pauseId, userId);
    return () => {
      forget?.();
      if (!this.held.has(key)) this.held.set(key, held);
    };
  }

  /** What was passed over since the last call. */
  takeWanted(): readonly PassedOver[] {
    if (this.wanted.size === 0) return [];
    const passedOver = [...this.wanted.values()];
    this.wanted.clear();
    return passedOver;
  }

  private leavesIt(key: string, pauseId: string, { until }: Held): boolean {
    const triers = this.triers.get(key);
    if (this.buyer === undefined || triers?.pauseId !== pauseId || !triers.users.has(this.buyer))
      return false;
    return this.now() < until - FOR_ANYBODY_MS;
  }

  /** Returns what forgets them again. */
  private remember(key: string, pauseId: string, userId: string): (() => void) | undefined {
    let triers = this.triers.get(key);
    if (triers?.pauseId !== pauseId) this.triers.set(key, (triers = { pauseId, users: new Set() }));
    const { users } = triers;
    if (users.has(userId) || users.size >= TRIERS_MAX) return undefined;
    users.add(userId);
    return () => void users.delete(userId);
  }
}
