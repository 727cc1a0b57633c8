import { RuleBroken } from '../../contracts/errors.js';
import { lagosDisplay } from '../../contracts/fields/lagos-day.js';
import { MONEY_SERVICES } from '../../contracts/services.js';

export type PayoutDelayCause = 'email-changed' | 'pin-reset';

/** Times in Unix ms. */
export interface PayoutDelay {
  readonly why: PayoutDelayCause;
  readonly since: number;
  readonly until: number;
}

/**
 * Services by which a thief could take value out of an account: `MONEY_SERVICES`, and also exams,
 * because the screen shows exam pins.
 */
const PAYOUTS: ReadonlySet<string> = new Set([...MONEY_SERVICES, 'exams']);
/**
 * Milliseconds for which payouts are delayed after an event of an older version, which has no `payoutsFrom`.
 */
const DELAY_BEFORE_SETTING_MS = 48 * 3_600_000;

export function withDelay(
  delays: readonly PayoutDelay[] = [],
  why: PayoutDelayCause,
  { at, data }: { readonly at: string; readonly data: { readonly payoutsFrom?: string } },
): readonly PayoutDelay[] {
  const atMs = Date.parse(at);
  const from = data.payoutsFrom === undefined ? atMs + DELAY_BEFORE_SETTING_MS : Date.parse(data.payoutsFrom);
  const before = delays.find((delay) => delay.why === why && delay.until > atMs);
  const delay = { why, since: before?.since ?? atMs, until: Math.max(before?.until ?? from, from) };
  return [...delays.filter((other) => other.why !== why), delay];
}

export const endOf = (delayMs: number, now: Date): string => new Date(now.getTime() + delayMs).toISOString();

interface Delayed {
  readonly payoutDelays?: readonly PayoutDelay[];
}

export const delaysAt = ({ payoutDelays = [] }: Delayed, now: number): readonly PayoutDelay[] =>
  payoutDelays.filter(({ until }) => now < until);

/**
 * Returns the reason to refuse a purchase while payouts are delayed.
 * @param known true when the customer bought for this recipient before the delay began
 */
export function refusalOf(
  user: Delayed,
  service: string,
  now: number,
  known: boolean,
): RuleBroken | undefined {
  const pays = PAYOUTS.has(service);
  const broken = delaysAt(user, now).find(({ why }) =>
    why === 'email-changed' ? pays || !known : pays && !known,
  );
  return (
    broken &&
    new RuleBroken(broken.why === 'email-changed' ? 'PAYOUTS_WAIT_EMAIL' : 'PAYOUTS_WAIT_PIN', {
      until: lagosDisplay(new Date(broken.until).toISOString()),
    })
  );
}

/**
 * Returns the time (Unix ms) at which the oldest delay of payouts began. Returns undefined when
 * payouts are not delayed. Only purchases before this time make a recipient `known`.
 */
export const sinceOf = (user: Delayed, now: number): number | undefined => {
  const delays = delaysAt(user, now);
  return delays.length === 0 ? undefined : Math.min(...delays.map(({ since }) => since));
};
