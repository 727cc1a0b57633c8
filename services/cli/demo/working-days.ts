import { uuidsOf } from '../../../infra/crypto/keyed-digest.js';
import { type EventContext, systemContext } from '../../../infra/event-store/event-context.js';
import type { Kobo } from '../../contracts/money.js';
import type { Due } from '../../purchases/demo/demo-ledger.js';

export type Who = 'owner' | 'colleague';

const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
export const TOLD_HOURS = 30 * 24;

export const BANK = 'Wema Bank';
/**
 * Amounts in naira above which a change needs two administrators. The demo uses these amounts
 * instead of the settings.
 */
export const LIMIT = { ADJUSTMENT_APPROVAL_LIMIT: '50000', ALONE_DAILY_CAP: '200000' };
export const naira = (amount: number): Kobo => BigInt(amount) * 100n;

const uuidOf = uuidsOf('8d1c6f0e-3b52-5a94-9c07-e45b2d90a7f1');
export const formOf = (name: string): string => uuidOf(name);

export class WorkingDays {
  readonly ids = new Map<Who, string>();
  private readonly scale: number;

  constructor(
    private readonly days: number,
    readonly end: Date,
  ) {
    this.scale = Math.min(1, (days * DAY_MS) / (TOLD_HOURS * HOUR_MS));
  }

  at(hours: number, work: Due['work']): Due {
    return { atMs: this.end.getTime() - hours * HOUR_MS * this.scale, work };
  }

  repeated(everyMs: number, work: (now: Date, round: number) => Promise<unknown>): readonly Due[] {
    const startMs = this.end.getTime() - this.days * DAY_MS;
    const rounds = Math.ceil((this.days * DAY_MS) / everyMs);
    return Array.from({ length: rounds }, (_, round) => ({
      atMs: startMs + round * everyMs,
      work: (now) => work(now, round),
    }));
  }

  by(who: Who, now: Date): EventContext {
    return { ...systemContext(now), actor: { kind: 'admin', id: this.ids.get(who)! } };
  }
}
