import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { EventStore, NewEvent } from '../../../infra/event-store/event-store.js';
import { parkedCount, parkedNotes } from '../../../infra/projections/parking.js';
import type { Projection } from '../../../infra/projections/projection.js';
import type { ReadStore, ReadStoreWriter } from '../../../infra/read-store/view.js';
import { historyPage } from '../../../read-models/history/history.query.js';
import { GivenEvents, type GivenEvent } from '../../../read-models/testing/given-events.js';
import { projections, views } from '../../../read-models/views.js';
import { walletOf } from '../../../read-models/wallet/wallet.query.js';
import { until } from '../../../infra/testing/until.js';
import { checkViews } from '../../audit/checks/check-views.js';
import { POSTING_RULES } from '../../audit/independent-posting-rules.js';
import { keepProjecting, type Projecting } from '../keep-projecting.js';

export interface DrillStores {
  readonly eventStore: EventStore;
  readonly reader: ReadStore;
  openWriter(signal: AbortSignal): ReadStoreWriter | Promise<ReadStoreWriter>;
  close(): Promise<void>;
}

/** Every event type of the ledger, so new types join the drill. */
const TYPES = Object.keys(POSTING_RULES);
const PRICE = 50_00n;
/** A crowded machine takes minutes for some hundred appends. */
const DRILL_MS = 900_000;

const poisonous = ({ data }: { readonly data: object }): boolean => Object.hasOwn(data, 'poison');

/** The real projections, which fail on a poisoned event until they are `fixed`. */
const code = (fixed: boolean): Projection[] =>
  projections.map((projection) => ({
    ...projection,
    project(projected) {
      if (!poisonous(projected.event)) return projection.project(projected);
      if (fixed) return [];
      throw new TypeError('cannot read this');
    },
  }));

/** A poisoned event. It belongs to a person by its stream or its data, or to no person. */
interface Poison {
  readonly type: string;
  readonly stream: string;
  readonly person: string | undefined;
}

const POISONS: readonly Poison[] = TYPES.flatMap((type) => [
  { type, stream: `wallet-w${type}`, person: `w${type}` },
  { type, stream: `user-u${type}`, person: `u${type}` },
  { type, stream: `purchase-p${type}`, person: `p${type}` },
  { type, stream: `other-${type}`, person: undefined },
]);

const poisonOf = ({ type, stream, person }: Poison, number: number): GivenEvent => {
  const id = `ffffffff-0000-4000-8000-${String(number).padStart(12, '0')}`;
  const event: NewEvent = {
    id,
    type,
    version: 1,
    at: '2026-03-10T08:30:00.000Z',
    actor: { kind: 'system', id: 'drill' },
    correlationId: id,
    causationId: id,
    data: { poison: true, ...(person && { userId: person }) },
  };
  return { stream, event };
};

/** Views whose rows belong to no person. */
const NOBODYS = ['trial-balance', 'broadcasts', 'stats', 'activity', 'unmatched', 'day-totals'];

/** Each view parks by person, or by `stream` for `NOBODYS`. */
const EXPECTED = projections.map(({ view, wants }) => ({
  view: view.name,
  keys: POISONS.filter(({ type, stream }) => wants?.(type, stream) ?? true)
    .map(({ stream, person }) => (NOBODYS.includes(view.name) ? stream : (person ?? stream)))
    .sort(),
}));

/** Ada and every person with a poisoned event buy before and after it. */
function theLog(): GivenEvent[] {
  const before = new GivenEvents().opened('ada').funded('ada', 1_000_00n).accepted('ada', 'a1', PRICE);
  const people = POISONS.flatMap(({ person }) => person ?? []);
  for (const person of people) before.opened(person).accepted(person, `${person}-1`, PRICE);
  const after = new GivenEvents('2026-03-10T20:00:00.000Z')
    .captured('ada', 'a1', PRICE)
    .accepted('ada', 'a2', PRICE);
  for (const person of people) after.captured(person, `${person}-1`, PRICE);
  const later = after.events.map(({ stream, event }, number) => ({
    stream,
    event: { ...event, id: `eeeeeeee-0000-4000-8000-${String(number).padStart(12, '0')}` },
  }));
  return [...before.events, ...POISONS.map(poisonOf), ...later];
}

export function describePoisonDrill(name: string, open: () => Promise<DrillStores>): void {
  describe(`an event of every type that cannot be read: ${name}`, () => {
    let stores: DrillStores;
    let stop: AbortController;
    let projecting: Projecting;
    const faults: unknown[] = [];

    function start(fixed: boolean): void {
      stop = new AbortController();
      projecting = keepProjecting({
        eventStore: stores.eventStore,
        projections: code(fixed),
        signal: stop.signal,
        readModels: { openWriter: (signal) => stores.openWriter(signal) },
        open: (_, sealed) => ({ recipient: sealed }),
        onCommitted: () => undefined,
        onFault: (fault) => faults.push(fault),
        retryMs: 50,
      });
    }
    async function stopped(): Promise<void> {
      stop.abort();
      await projecting.finished;
    }
    const untilAt = (position: number): Promise<void> =>
      until(() => {
        const health = projecting.health();
        return health.length > 0 && health.every(({ checkpoint }) => checkpoint === position);
      });

    beforeEach(async () => {
      stores = await open();
      faults.length = 0;
    });
    afterEach(async () => {
      await stopped();
      await stores.close();
    });

    it(
      'parks its rows, reports them, and unparks them after the fix',
      async () => {
        const { eventStore, reader } = stores;
        for (const { stream, event } of theLog())
          await eventStore.append(stream, await eventStore.head(stream), [event]);
        const end = await eventStore.lastPosition();
        start(false);
        await untilAt(end);

        const keptApart = () =>
          Promise.all(
            views.map(async (view) => ({
              view: view.name,
              keys: (await reader.parkedKeys(view)).map(({ key }) => key).sort(),
            })),
          );
        const count = EXPECTED.reduce((sum, { keys }) => sum + keys.length, 0);
        const verified = () =>
          checkViews(
            views.map((view) => ({
              name: view.name,
              checkpoint: () => reader.checkpoint(view),
              parkedKeys: () => reader.parkedKeys(view),
            })),
            { eventStore, position: end, served: true },
          );
        const statuses = async (userId: string) =>
          (await historyPage({ readStore: reader, userId })).rows.map(({ status }) => status);
        const adas = async () => ({
          history: await statuses('ada'),
          purchases: (await walletOf({ readStore: reader, userId: 'ada' }))!.totalTransaction,
        });

        // Other rows stay current, and health and `verify` report the parked ones.
        expect(await adas()).toEqual({ history: ['Pending', 'Successful'], purchases: 2 });
        expect(await keptApart()).toEqual(EXPECTED);
        expect(await statuses('wPurchaseCaptured')).toEqual(['Pending']);
        expect(projecting.health().every(({ halted }) => halted === undefined)).toBe(true);
        expect(parkedCount(projecting.health())).toBe(count);
        expect(parkedNotes(projecting.health())).toHaveLength(
          EXPECTED.filter(({ keys }) => keys.length > 0).length,
        );
        const { problems } = await verified();
        expect(problems).toHaveLength(count);
        expect(new Set(problems.map(({ rule }) => rule))).toEqual(new Set(['view-parked']));

        // Without a fix, neither `unpark` nor `rebuild` changes anything.
        for (const { view, keys } of EXPECTED)
          expect((await projecting.unpark(view)).parked).toHaveLength(keys.length);
        expect(await projecting.rebuild('history')).toMatchObject({ differing: 0, swapped: true });
        expect(await keptApart()).toEqual(EXPECTED);

        // The fix is a new process, which finds the same parked keys.
        await stopped();
        start(true);
        await untilAt(end);
        expect(await keptApart()).toEqual(EXPECTED);
        for (const { view, keys } of EXPECTED) {
          const report = await projecting.unpark(view);
          expect({ view, keys: [...report.unparked].sort(), left: report.parked }).toEqual({
            view,
            keys,
            left: [],
          });
        }
        expect(parkedCount(projecting.health())).toBe(0);
        expect((await verified()).problems).toEqual([]);
        for (const { view } of EXPECTED)
          expect(await projecting.rebuild(view)).toMatchObject({ view, differing: 0, parked: [] });
        expect(await adas()).toEqual({ history: ['Pending', 'Successful'], purchases: 2 });
        expect(await statuses('wPurchaseCaptured')).toEqual(['Successful']);
        expect(faults).toEqual([]);
      },
      2 * DRILL_MS,
    );
  });
}
