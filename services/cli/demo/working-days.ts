import { uuidsOf } from '../../../infra/crypto/keyed-digest.js';
import { type EventContext, systemContext } from '../../../infra/event-store/event-context.js';
import type { Kobo } from '../../contracts/money.js';
import type { Due } from '../../purchases/demo/demo-ledger.js';

/** The two administrators of a demonstration. */
export type Who = 'owner' | 'colleague';

const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
/** What happens is told in hours before the end, at most so many. */
export const TOLD_HOURS = 30 * 24;

export const BANK = 'Wema Bank';
/** What one of them moves alone, whatever the installation says: what waits for the other one is the same everywhere. */
export const LIMIT = { ADJUSTMENT_APPROVAL_LIMIT: '50000' };
export const naira = (amount: number): Kobo => BigInt(amount) * 100n;

const uuidOf = uuidsOf('8d1c6f0e-3b52-5a94-9c07-e45b2d90a7f1');
/** Names what was asked for in a form: the same in each demonstration. */
export const formOf = (name: string): string => uuidOf(name);

/** When things happen in a demonstration, and who does them. */
export class WorkingDays {
  /** User ids. */
  readonly ids = new Map<Who, string>();
  private readonly scale: number;

  /** @param end the last moment */
  constructor(
    private readonly days: number,
    readonly end: Date,
  ) {
    this.scale = Math.min(1, (days * DAY_MS) / (TOLD_HOURS * HOUR_MS));
  }

  /** So many hours before the end; in fewer days all of it is as much closer together. */
  at(hours: number, work: Due['work']): Due {
    return { atMs: this.end.getTime() - hours * HOUR_MS * this.scale, work };
  }

  /** At the first moment, and as long as there are days. */
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
