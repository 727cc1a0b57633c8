import type { StoreCalls } from './call-counter.js';

type Store = keyof StoreCalls;

export interface PerPurchase {
  readonly store: Store;
  readonly group: string;
  readonly calls: number;
  /** Calls per kind. */
  readonly kinds: Readonly<Record<string, number>>;
}

/** Periodic calls, independent of the number of purchases. */
const BACKGROUND = 'background';
/** New kinds of call appear here. */
const OTHER = 'other';

/** The first matching pattern decides. */
const GROUPS: Readonly<Record<Store, readonly (readonly [RegExp, string])[]>> = {
  eventStore: [
    [/^(?:look |read all$)/, BACKGROUND],
    [/^head (?:catalog|user|apitoken)$/, BACKGROUND],
    [/ (?:alerts|brand|legal|logo)$/, BACKGROUND],
    [/^(?:head|read) ledger$/, BACKGROUND],
    [/^append /, 'appends'],
  ],
  mongo: [
    [/^(?:handshake|hello|ping|buildInfo|endSessions)$/, BACKGROUND],
    [/^find (?:forgotten_people|read_model_pointers)$/, BACKGROUND],
    [/^(?:find|aggregate|count) (?:external_transactions|users)__\d+$/, BACKGROUND],
    [/ (?:read_model_leases|event_marks)$|^update snapshots$/, BACKGROUND],
    [/^update read_model_pointers$|Transaction$/, 'progress'],
    [/^(?:insert|update|delete) [\w-]+__\d+$/, 'rows'],
  ],
  redis: [
    [/^(?:ping|info|xread|bzpopmin)\b/, BACKGROUND],
    [/ (?:lease|vending|projector|live)\b/, BACKGROUND],
    [/ jobs .* stalled$| jobs vendor-(?!1-airtime )/, BACKGROUND],
    [/ jobs /, 'jobs'],
  ],
};

const groupOf = (store: Store, kind: string): string =>
  GROUPS[store].find(([pattern]) => pattern.test(kind))?.[1] ?? OTHER;

/** Includes groups without a call. */
export function perPurchase(before: StoreCalls, after: StoreCalls, purchases: number): PerPurchase[] {
  return (Object.keys(GROUPS) as Store[]).flatMap((store) => {
    const groups = [...new Set([...GROUPS[store].map(([, group]) => group), OTHER])];
    return groups.map((group) => {
      const kinds: Record<string, number> = {};
      for (const [kind, count] of Object.entries(after[store])) {
        const calls = (count - (before[store][kind] ?? 0)) / purchases;
        if (calls > 0 && groupOf(store, kind) === group) kinds[kind] = calls;
      }
      return { store, group, calls: Object.values(kinds).reduce((sum, each) => sum + each, 0), kinds };
    });
  });
}

const TITLES: Readonly<Record<Store, string>> = {
  eventStore: 'event store',
  mongo: 'MongoDB',
  redis: 'Redis',
};

/** Rarer kinds appear only in the sums. */
const FREQUENT = 0.25;

export const tableOf = (groups: readonly PerPurchase[]): string =>
  groups
    .map(({ store, group, calls, kinds }) => {
      const frequent = Object.entries(kinds).filter(([, count]) => count >= FREQUENT);
      const parts = frequent.map(([kind, count]) => `${kind} ${count.toFixed(2)}`);
      return `${TITLES[store].padEnd(12)}${group.padEnd(12)}${calls.toFixed(2).padStart(6)}  ${parts.join(', ')}\n`;
    })
    .join('');
