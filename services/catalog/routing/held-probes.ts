import { nowMs } from '../../../infra/host/clock.js';
import type { Service } from '../../contracts/services.js';
import { PROBE_WITHIN_MS } from './automatic-pause.decider.js';
import { pauseKey } from './vendor-pause.state.js';
import { type Pause } from '../catalog.state.js';

export interface PassedOver {
  readonly service: Service;
  readonly vendor: number;
}

interface Held {
  readonly probeId: string;
  readonly pauseId: string;
  /** Unix ms. */
  readonly until: number;
}

const FOR_ANYBODY_MS = PROBE_WITHIN_MS / 2;
const TRIERS_MAX = 1_000;

/**
 * Probes (test purchases at paused vendors) that this process may use, kept in memory because every sale checks
 * them.
 */
export class HeldProbes {
  private readonly held = new Map<string, Held>();
  private readonly wanted = new Map<string, PassedOver>();
  private readonly triers = new Map<string, { readonly pauseId: string; readonly users: Set<string> }>();
  private buyer: string | undefined;

  constructor(private readonly now: () => number = nowMs) {}

  /**
   * Returns true when this process may send a purchase to the paused vendor as a probe (test purchase).
   * Requests a probe when the process has none and `isWanted` is true.
   */
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

  askedBy<Answer>(userId: string, ask: () => Answer): Answer {
    this.buyer = userId;
    try {
      return ask();
    } finally {
      this.buyer = undefined;
    }
  }

  hold(service: Service, vendor: number, held: Held): void {
    this.held.set(pauseKey(service, vendor), held);
  }

  /**
   * Uses up the probe (test purchase) that this process has for a vendor. Call in the same tick in which
   * the vendor was chosen.
   * @returns a function that makes the probe usable again when the purchase is not accepted, or `undefined`
   * when this process has no probe
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

  private remember(key: string, pauseId: string, userId: string): (() => void) | undefined {
    let triers = this.triers.get(key);
    if (triers?.pauseId !== pauseId) this.triers.set(key, (triers = { pauseId, users: new Set() }));
    const { users } = triers;
    if (users.has(userId) || users.size >= TRIERS_MAX) return undefined;
    users.add(userId);
    return () => void users.delete(userId);
  }
}
