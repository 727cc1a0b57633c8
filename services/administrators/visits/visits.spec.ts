import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { StoreUnavailable } from '../../../infra/event-store/event-store.js';
import { MemoryEventStore } from '../../../infra/event-store/testing/memory-event-store.js';
import { now } from '../../../infra/host/clock.js';
import { EmbeddedLimits } from '../../../infra/limits/embedded-limits.js';
import { Scheduler } from '../../../infra/simulation/scheduler.js';
import { installHost } from '../../../infra/simulation/simulated-host.js';
import { RuleBroken } from '../../contracts/errors.js';
import type { Users } from '../../customers/users.js';
import { Visits } from './visits.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const ORIGIN = { address: '102.89.3.4', device: 'Desk/1.0' };
const IFE = { userId: 'ife', role: 'admin' } as const;
const PEOPLE = [IFE, { userId: 'aud', role: 'auditor' }, { userId: 'ada', role: 'user' }] as const;
const mailOf = (userId: string): string => `${userId}@mail.test`;

describe('visits of administrators and auditors', () => {
  let store: MemoryEventStore & { refusal?: () => StoreUnavailable | undefined };
  let limits: EmbeddedLimits;
  let opened: Visits[];
  let scheduler: Scheduler;
  let toRealTime: () => void;

  beforeEach(() => {
    scheduler = new Scheduler(1);
    toRealTime = installHost(scheduler);
    store = new MemoryEventStore();
    limits = new EmbeddedLimits({ entries: () => [], put: async () => true, remove: async () => true });
    opened = [];
  });
  afterEach(() => {
    opened.forEach((visits) => visits.onApplicationShutdown());
    toRealTime();
  });

  const pass = (ms: number): Promise<void> => scheduler.runUntil(scheduler.now + ms);
  /** Opens the visits of another process over the same stores. */
  const open = (): Visits => {
    const users = {
      byEmail: async (email: string) => PEOPLE.find(({ userId }) => mailOf(userId) === email),
    } as unknown as Users;
    const visits = new Visits(store, limits, users, {
      of: async ({ userId, role }, { address }) => ({
        actor: { kind: role, id: userId, sealed: `sealed ${address}` },
        correlationId: 'c',
        now: now(),
      }),
    });
    opened.push(visits);
    return visits;
  };
  const events = async () =>
    (await store.readAll(0, 1_000)).map(({ type, stream, data, actor }) => ({ type, stream, data, actor }));
  const refusals = async (userId: string): Promise<number[]> =>
    (await store.readStream(`refusals-${userId}`)).map(({ data }) => Number(data['tries']));

  it('store a sign-in with its encrypted origin', async () => {
    const actor = { kind: 'admin', id: 'ife', sealed: 'sealed 102.89.3.4' } as const;
    await open().signedIn({ actor, correlationId: 'c', now: now() }, ORIGIN);
    expect(await events()).toEqual([
      { type: 'AdministratorSignedIn', stream: 'signins-ife', data: { userId: 'ife' }, actor },
    ]);
  });

  it('store the first refused sign-in at once, and count the others into one event an hour later', async () => {
    const visits = open();
    for (let tries = 0; tries < 5; tries += 1) await visits.refused(mailOf('ife'), ORIGIN);
    expect(await events()).toEqual([
      {
        type: 'SignInsRefused',
        stream: 'refusals-ife',
        data: { userId: 'ife', tries: 1, triesInAll: 1 },
        actor: { kind: 'admin', id: 'ife', sealed: 'sealed 102.89.3.4' },
      },
    ]);
    await pass(HOUR_MS + MINUTE_MS);
    expect(await refusals('ife')).toEqual([1, 4]);
    await pass(3 * HOUR_MS);
    expect(await refusals('ife')).toEqual([1, 4]);
  });

  it('store at most one event an hour and account in all processes, and lose no count in a restart', async () => {
    const [one, other] = [open(), open()];
    for (let minute = 0; minute < 3 * 60; minute += 1) {
      await one.refused(mailOf('ife'), ORIGIN);
      await other.refused(mailOf('ife'), ORIGIN);
      await pass(MINUTE_MS);
    }
    const stored = await store.readStream('refusals-ife');
    const times = stored.map(({ at }) => Date.parse(at));
    for (const [index, at] of times.slice(1).entries())
      expect(at - times[index]!).toBeGreaterThanOrEqual(HOUR_MS);
    one.onApplicationShutdown();
    other.onApplicationShutdown();
    await pass(2 * HOUR_MS);
    await open().refused(mailOf('ife'), ORIGIN);
    const counted = await refusals('ife');
    expect(counted.reduce((sum, tries) => sum + tries, 0)).toBe(2 * 3 * 60 + 1);
    expect(counted.length).toBeLessThanOrEqual(5);
  });

  it('store nothing of a count that is older than the event of another process', async () => {
    const [one, other] = [open(), open()];
    for (const visits of [one, one, other, one]) await visits.refused(mailOf('ife'), ORIGIN);
    await pass(5 * HOUR_MS);
    expect(await refusals('ife')).toEqual([1, 3]);
    await other.refused(mailOf('ife'), ORIGIN);
    await pass(5 * HOUR_MS);
    expect(await refusals('ife')).toEqual([1, 3, 1]);
  });

  it('store all tries of a counter that began again', async () => {
    const visits = open();
    await visits.refused(mailOf('ife'), ORIGIN);
    await visits.refused(mailOf('ife'), ORIGIN);
    await pass(2 * HOUR_MS);
    await limits.clear('refused-sign-ins:ife');
    await visits.refused(mailOf('ife'), ORIGIN);
    expect(await refusals('ife')).toEqual([1, 1, 1]);
  });

  it('count all names that belong to no administrator in one event without any name', async () => {
    const visits = open();
    for (const name of ['nobody@mail.test', 'also-nobody@mail.test', mailOf('ada')])
      await visits.refused(name, ORIGIN);
    await pass(HOUR_MS + MINUTE_MS);
    const stored = await events();
    expect(stored.map(({ stream, actor: { id } }) => [stream, id])).toEqual([
      ['refusals-unknown', 'system'],
      ['refusals-unknown', 'system'],
    ]);
    expect(stored.map(({ data }) => data)).toEqual([
      { tries: 1, triesInAll: 1 },
      { tries: 2, triesInAll: 3 },
    ]);
    expect(JSON.stringify(stored)).not.toMatch(/nobody|mail\.test|102\.89/);
  });

  describe('sign-ins with the right password and without the second factor', () => {
    const THIEF = { ...ORIGIN, address: '197.210.1.2' };
    const signedIn = (visits: Visits, origin = ORIGIN) =>
      visits.signedIn({ actor: { kind: 'admin', id: 'ife' }, correlationId: 'c', now: now() }, origin);
    const unfinished = async () =>
      (await store.readStream('unfinished-ife')).map(({ type, data, actor }) => [type, data['tries'], actor]);
    const by = ({ address } = THIEF) => ({ kind: 'admin', id: 'ife', sealed: `sealed ${address}` });

    it('are stored once for each browser when no sign-in follows', async () => {
      const visits = open();
      for (let tries = 0; tries < 3; tries += 1) await visits.unfinished(mailOf('ife'), THIEF);
      await pass(5 * MINUTE_MS);
      expect(await unfinished()).toEqual([]);
      await pass(6 * MINUTE_MS);
      expect(await unfinished()).toEqual([['SignInsUnfinished', 1, by()]]);
      expect(await refusals('ife')).toEqual([]);
    });

    it('are not stored when the same browser signs in soon after, also at another process', async () => {
      const [one, other] = [open(), open()];
      await one.unfinished(mailOf('ife'), ORIGIN);
      await other.unfinished(mailOf('ife'), ORIGIN);
      await signedIn(other);
      await one.unfinished(mailOf('ife'), THIEF);
      await pass(HOUR_MS);
      expect(await unfinished()).toEqual([['SignInsUnfinished', 1, by()]]);
      await one.unfinished(mailOf('ife'), ORIGIN);
      await signedIn(one);
      await pass(3 * HOUR_MS);
      expect(await unfinished()).toHaveLength(1);
    });

    it('are at most one event an hour, and one for a browser that two processes noticed', async () => {
      const [one, other] = [open(), open()];
      for (let device = 0; device < 20; device += 1) {
        const origin = { ...THIEF, device: String(device) };
        for (const visits of [one, other]) await visits.unfinished(mailOf('ife'), origin);
      }
      await pass(3 * HOUR_MS);
      const stored = await store.readStream('unfinished-ife');
      expect(stored.reduce((sum, { data }) => sum + Number(data['tries']), 0)).toBe(20);
      const times = stored.map(({ at }) => Date.parse(at));
      for (const [index, at] of times.slice(1).entries())
        expect(at - times[index]!).toBeGreaterThanOrEqual(HOUR_MS);
    });

    it('are noticed by their error, and are no refusals', async () => {
      const visits = open();
      for (const code of [
        'SECOND_FACTOR_REQUIRED',
        'PASSKEY_OR_CODE_REQUIRED',
        'PASSKEY_EXPIRED',
        'SIGN_IN_DEVICE_NOT_FOUND',
      ] as const)
        visits.noteRefusal(new RuleBroken(code, {}), mailOf('ife'), { ...THIEF, device: code });
      visits.noteRefusal(new RuleBroken('SECOND_FACTOR_REQUIRED', {}), mailOf('ada'), THIEF);
      await pass(3 * HOUR_MS);
      expect((await unfinished()).map(([, tries]) => tries)).toEqual([1, 3]);
      expect((await events()).map(({ stream }) => stream)).not.toContain('unfinished-ada');
      expect(await refusals('ife')).toEqual([]);
    });
  });

  it('store one event for views of the same data in an hour, and one for each other customer', async () => {
    const visits = open();
    await Promise.all([1, 2, 3].map(() => visits.viewed(IFE, { shown: 'customers' }, ORIGIN)));
    for (const userId of ['ada', 'obi', 'ada'])
      await visits.viewed(IFE, { shown: 'customer', userId }, ORIGIN);
    await visits.viewed(IFE, { list: 'transactions' }, ORIGIN);
    expect((await events()).map(({ type, data }) => [type, data])).toEqual([
      ['PersonalDataViewed', { shown: 'customers' }],
      ['PersonalDataViewed', { shown: 'customer', userId: 'ada' }],
      ['PersonalDataViewed', { shown: 'customer', userId: 'obi' }],
      ['PersonalDataExported', { list: 'transactions' }],
    ]);
    await pass(HOUR_MS);
    await visits.viewed(IFE, { shown: 'customers' }, ORIGIN);
    expect(await store.readStream('views-ife')).toHaveLength(5);
  });

  it('refuse a view when the store takes no events, also a view that has an event', async () => {
    const visits = open();
    await visits.viewed(IFE, { shown: 'customers' }, ORIGIN);
    const full = new StoreUnavailable('only 3 MB are free');
    store.refusal = () => full;
    await expect(visits.viewed(IFE, { shown: 'customers' }, ORIGIN)).rejects.toBe(full);
    const append = store.append.bind(store);
    store.append = async () => Promise.reject(full);
    await expect(visits.viewed(IFE, { shown: 'activity' }, ORIGIN)).rejects.toBe(full);
    [store.append, store.refusal] = [append, () => undefined];
    await visits.viewed(IFE, { shown: 'activity' }, ORIGIN);
    expect((await events()).map(({ data }) => data['shown'])).toEqual(['customers', 'activity']);
  });
});
