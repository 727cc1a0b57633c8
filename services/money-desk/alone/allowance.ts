import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { CONFIG } from '../../../infra/config/settings.js';
import { decideAndAppend } from '../../../infra/event-store/decide-and-append.js';
import { type EventContext, fact } from '../../../infra/event-store/event-context.js';
import {
  EVENT_STORE,
  NO_STREAM,
  type EventStore,
  type StreamHead,
} from '../../../infra/event-store/event-store.js';
import { nowMs } from '../../../infra/host/clock.js';
import type { Permission } from '../../contracts/admin/administrators.contract.js';
import { lagosDateOf } from '../../contracts/fields/lagos-day.js';
import { RuleBroken } from '../../contracts/errors.js';
import { type Kobo, koboFromNaira } from '../../contracts/money.js';
import { NEW_FOR_MS } from '../../administrators/access/access.decider.js';
import { Administrators } from '../../administrators/administrators.js';
import { allowanceEvent, allowanceStream, EVERYONE, type MovedAlone } from '../approval.events.js';
import type { AloneSettings } from '../money-desk.settings.js';

type Store = Pick<EventStore, 'append' | 'head' | 'readStream'>;

/** Kobo that may be moved per Lagos day without a second administrator. */
export interface AloneLimits {
  /** By one administrator. */
  readonly each: Kobo;
  /** By all administrators together. */
  readonly all: Kobo;
}

export const approvalLimit = (config: AloneSettings): AloneLimits => ({
  each: koboFromNaira(config.ADJUSTMENT_APPROVAL_LIMIT) ?? 0n,
  all: koboFromNaira(config.ALONE_DAILY_CAP) ?? 0n,
});

const MOVES_MONEY = ['finance'] as const;

export interface Movement {
  readonly commandId: string;
  /** Stream of the wallet, payment or bank statement line that the movement changes. */
  readonly subject: string;
  readonly amount: Kobo;
}

interface Counted extends StreamHead {
  readonly total: Kobo;
  /** By `commandId`. */
  readonly moved: ReadonlyMap<string, Pick<Movement, 'subject' | 'amount'>>;
}

async function load(store: Pick<Store, 'readStream'>, stream: string): Promise<Counted> {
  const events = await store.readStream(stream);
  const { revision, hash } = events.at(-1) ?? NO_STREAM;
  const moved = new Map<string, Pick<Movement, 'subject' | 'amount'>>();
  let total = 0n;
  for (const event of events) {
    const known = allowanceEvent(event);
    if (!known) continue;
    const { commandId, subject, amount } = known.data;
    total += BigInt(amount);
    if (subject === undefined) continue;
    moved.set(commandId, { subject, amount: (moved.get(commandId)?.amount ?? 0n) + BigInt(amount) });
  }
  return { revision, hash, total, moved };
}

const streamOf = (administratorId: string, now: Date): string =>
  allowanceStream(administratorId, lagosDateOf(now.getTime()));

/**
 * Counts movements of money towards the limits for the Lagos day: either all movements or none, and each
 * `commandId` only once. Call before the money moves. A movement stays counted even when it is refused
 * later.
 * @returns false when a second administrator must agree, because a limit is exceeded or the permission is
 * younger than 24 hours
 * @throws RuleBroken CHANGE_CONFLICT when `commandId` was counted for another `subject`
 */
export async function countAlone(
  store: Store,
  moved: Movement | readonly Movement[],
  { each, all }: AloneLimits,
  context: EventContext,
  needs: readonly Permission[] = MOVES_MONEY,
): Promise<boolean> {
  const { actor, now } = context;
  const given = await new Administrators(store).givenAt(actor.id, needs);
  if (given !== undefined && now.getTime() - Date.parse(given) < NEW_FOR_MS) return false;
  const movements = [moved].flat();
  return (
    (await countTowards(store, streamOf(actor.id, now), movements, each, context)) &&
    (await countTowards(store, streamOf(EVERYONE, now), movements, all, context))
  );
}

async function countTowards(
  store: Store,
  stream: string,
  movements: readonly Movement[],
  limit: Kobo,
  context: EventContext,
): Promise<boolean> {
  const sum = sumOf(movements);
  const { events, loaded } = await decideAndAppend(store, {
    stream,
    load: () => load(store, stream),
    decide: ({ moved, total }) => {
      const uncounted = movements.flatMap(({ commandId, subject, amount }) => {
        const before = moved.get(commandId);
        if (before && before.subject !== subject) throw new RuleBroken('CHANGE_CONFLICT');
        const more = amount - (before?.amount ?? 0n);
        return more > 0n ? [{ commandId, subject, amount: more }] : [];
      });
      if (sum > limit || total + sumOf(uncounted) > limit) return [];
      return uncounted.map(({ amount, ...movement }) => {
        const data: MovedAlone = { ...movement, amount: String(amount) };
        return fact('MovedAlone', data, context);
      });
    },
  });
  if (events.length > 0) return true;
  const isCounted = ({ commandId, amount }: Movement): boolean =>
    (loaded.moved.get(commandId)?.amount ?? -1n) >= amount;
  return sum <= limit && movements.every(isCounted);
}

const sumOf = (movements: readonly Movement[]): Kobo =>
  movements.reduce((sum, { amount }) => sum + amount, 0n);

export async function leftAlone(
  store: Pick<Store, 'readStream'>,
  { each, all }: AloneLimits,
  administratorId: string,
  now: Date,
): Promise<Kobo> {
  const left = async (who: string, limit: Kobo): Promise<Kobo> => {
    const { total } = await load(store, streamOf(who, now));
    return total < limit ? limit - total : 0n;
  };
  const [own, others] = await Promise.all([left(administratorId, each), left(EVERYONE, all)]);
  return own < others ? own : others;
}

export class GetAllowance extends Query<{ readonly limit: Kobo; readonly left: Kobo }> {
  constructor(
    readonly administratorId: string,
    readonly now = new Date(nowMs()),
  ) {
    super();
  }
}

@QueryHandler(GetAllowance)
export class GetAllowanceHandler implements IQueryHandler<GetAllowance> {
  constructor(
    @Inject(EVENT_STORE) private readonly eventStore: Pick<EventStore, 'readStream'>,
    @Inject(CONFIG) private readonly config: AloneSettings,
  ) {}

  async execute({ administratorId, now }: GetAllowance): Promise<{ limit: Kobo; left: Kobo }> {
    const limits = approvalLimit(this.config);
    return { limit: limits.each, left: await leftAlone(this.eventStore, limits, administratorId, now) };
  }
}
