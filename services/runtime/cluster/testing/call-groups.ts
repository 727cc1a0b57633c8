import type { StoreCalls } from './call-counter.js';

type Store = keyof StoreCalls;

/** What a group of calls came to for each purchase. */
export interface PerPurchase {
  readonly store: Store;
  readonly group: string;
  readonly calls: number;
  /** The kinds of call in it. */
  readonly kinds: Readonly<Record<string, number>>;
}

/** What is asked now and then whether anybody buys or not, or the more often the busier the machine is. */
const BACKGROUND = 'background';
/** What no other group takes: a new kind of call is found here. */
const OTHER = 'other';

/** The first pattern that a kind of call matches names its group. */
const GROUPS: Readonly<Record<Store, readonly (readonly [RegExp, string])[]>> = {
  eventStore: [
    [/^(?:look |read all$)/, BACKGROUND],
    // What was decided elsewhere about accounts and prices is asked for every few seconds.
    [/^head (?:catalog|user|apitoken)$/, BACKGROUND],
    [/ alerts$/, BACKGROUND],
    // Whether something waits for a seal.
    [/^(?:head|read) ledger$/, BACKGROUND],
    [/^append /, 'appends'],
  ],
  mongo: [
    [/^(?:handshake|hello|ping|buildInfo|endSessions)$/, BACKGROUND],
    [/^find (?:forgotten_people|read_model_pointers)$/, BACKGROUND],
    // Whether something is wrong, and whom to tell.
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

/** What was asked between two counts, for each of so many purchases. Every group comes, also one without a call. */
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

/** Kinds of call that are rarer than this are in the sums alone. */
const FREQUENT = 0.25;

/** A line for each group, for people. */
export const tableOf = (groups: readonly PerPurchase[]): string =>
  groups
    .map(({ store, group, calls, kinds }) => {
      const frequent = Object.entries(kinds).filter(([, count]) => count >= FREQUENT);
      const parts = frequent.map(([kind, count]) => `${kind} ${count.toFixed(2)}`);
      return `${TITLES[store].padEnd(12)}${group.padEnd(12)}${calls.toFixed(2).padStart(6)}  ${parts.join(', ')}\n`;
    })
    .join('');
