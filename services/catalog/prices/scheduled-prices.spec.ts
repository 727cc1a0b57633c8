import { beforeEach, describe, expect, it } from '@jest/globals';
import { AppendOutcomeUnknown } from '../../../infra/event-store/event-store.js';
import { newEvent } from '../../../infra/event-store/testing/new-event.js';
import { CATALOG_STREAM } from '../catalog.events.js';
import { keepCatalog } from '../keep-catalog.js';
import { CatalogProcess, DAY, HOUR, NOW, schedule } from './testing/scheduling.js';

describe('a scheduled price', () => {
  let one: CatalogProcess;
  beforeEach(() => {
    one = new CatalogProcess();
  });

  it('is in no list where nothing is scheduled', async () => expect(await one.listed()).toEqual([]));

  it('applies from its moment on, with the administrator who scheduled it as actor', async () => {
    expect(await one.change(schedule('60000', NOW + HOUR))).toBe('1');
    expect(one.price).toBe(500);
    expect(await one.priceAt(NOW + HOUR - 1)).toBe(500);
    expect(await one.priceAt(NOW + HOUR)).toBe(600);
    expect(await one.facts()).toEqual(['PriceChangeScheduled ada', 'DataPlanSet ada']);
    const [scheduled, set] = await one.events();
    expect(scheduled!.data).toEqual({
      service: 'data',
      code: 1301,
      name: 'Mtn Gifting 1GB - 1 day',
      prices: { price: '60000' },
      was: { price: '50000' },
      takesEffect: '2026-03-01T09:00:00.000Z',
    });
    expect(set!.data).toMatchObject({
      scheduleId: scheduled!.id,
      plan: { price: '60000', cost: '48500' },
      was: { price: '50000' },
    });
    expect(await one.priceAt(NOW + DAY)).toBe(600);
    expect(await one.facts()).toHaveLength(2);
    expect(await one.listed()).toEqual([]);
  });

  it.each(Array.from({ length: 20 }, (_, index) => index))(
    'takes effect once in the log and in every process at its moment [%i]',
    async () => {
      await one.change(schedule('60000', NOW + HOUR));
      const all = [
        one,
        new CatalogProcess(one.store),
        new CatalogProcess(one.store),
        new CatalogProcess(one.store),
      ];
      expect(await Promise.all(all.map((running) => running.priceAt(NOW + HOUR)))).toEqual([
        600, 600, 600, 600,
      ]);
      expect(await one.facts()).toEqual(['PriceChangeScheduled ada', 'DataPlanSet ada']);
    },
  );

  it('takes effect once when the append loses its answer', async () => {
    await one.change(schedule('60000', NOW + HOUR));
    const [append, sent] = [one.store.append.bind(one.store), { lost: 0 }];
    one.store.append = async (...asked) => {
      const appended = await append(...asked);
      if (sent.lost++ === 0) throw new AppendOutcomeUnknown('no answer');
      return appended;
    };
    expect(await one.priceAt(NOW + HOUR)).toBe(600);
    expect(sent.lost).toBe(2);
    expect(await one.facts()).toHaveLength(2);
  });

  it('overdue at the start is settled before anything else, in the order of moments', async () => {
    await one.change(schedule('60000', NOW + HOUR));
    await one.change(schedule('70000', NOW + 2 * HOUR));
    const started = new CatalogProcess(one.store);
    const closing = new AbortController();
    await keepCatalog({
      stream: started.stream,
      signal: closing.signal,
      moments: {
        nextMoment: Infinity,
        settleDue: () => started.stream.settleDue(new Date(NOW + DAY)),
      },
      onFault: (error) => {
        throw error;
      },
    });
    closing.abort();
    expect(started.price).toBe(700);
    expect(await one.facts()).toEqual([
      'PriceChangeScheduled ada',
      'PriceChangeScheduled ada',
      'DataPlanSet ada',
      'DataPlanSet ada',
    ]);
    const [, , , last] = await one.events();
    expect(last!.data).toMatchObject({ was: { price: '60000' }, plan: { price: '70000' } });
  });

  it('wakes the process that keeps the catalogue', async () => {
    const at = Date.now() + 50;
    await one.change(schedule('60000', at, { now: at - 1 }));
    const closing = new AbortController();
    const changed = new Promise<void>((resolve) => one.catalog.onChanged(() => resolve()));
    // Without a scheduled change, the stream would be read an hour later.
    await keepCatalog({
      stream: one.stream,
      moments: one.stream,
      signal: closing.signal,
      everyMs: HOUR,
      onFault: (error) => {
        throw error;
      },
    });
    await changed;
    closing.abort();
    expect(Date.now()).toBeGreaterThanOrEqual(at);
    expect(one.price).toBe(600);
  });

  it('is the same after a restart, before and after its moment', async () => {
    await one.change(schedule('60000', NOW + HOUR));
    const restarted = new CatalogProcess(one.store);
    await restarted.stream.catchUp();
    expect(restarted.catalog.state).toEqual(one.catalog.state);
    expect(restarted.stream.nextMoment).toBe(NOW + HOUR);
    await one.priceAt(NOW + HOUR);
    await restarted.stream.catchUp();
    expect(restarted.catalog.state).toEqual(one.catalog.state);
    expect(restarted.stream.nextMoment).toBe(Infinity);
  });

  it.each([
    ['now', NOW],
    ['in the past', NOW - 1],
    ['further ahead than a year', NOW + 367 * DAY],
  ])('is refused for a moment %s, naming the field', async (_, at) => {
    expect(await one.change(schedule('60000', at))).toBe('VALIDATION_FAILED at');
    expect(await one.facts()).toEqual([]);
  });

  it('may lie a year ahead', async () =>
    expect(await one.change(schedule('60000', NOW + 366 * DAY))).toBe('1'));

  it('is refused with another price on the screen, for an unknown plan, for zero, and without a difference', async () => {
    const at = NOW + HOUR;
    expect(await one.change(schedule('60000', at, { seen: { price: '49000' } }))).toBe('STALE_EDIT');
    expect(await one.change(schedule('60000', at, { network: 2 }))).toBe('PLAN_NOT_FOUND');
    expect(await one.change(schedule('0', at))).toBe('VALIDATION_FAILED price');
    expect(await one.change(schedule('50000', at))).toBe('VALIDATION_FAILED newPrices');
  });

  it('is scheduled once when it is sent repeatedly', async () => {
    expect(await one.change(schedule('60000', NOW + HOUR))).toBe('1');
    expect(await one.change(schedule('60000', NOW + HOUR))).toBe('0');
    expect(await one.facts()).toHaveLength(1);
  });

  it.each(Array.from({ length: 20 }, (_, index) => index))(
    'of two for one moment is stored for one administrator, and refused for the other [%i]',
    async () => {
      const outcomes = await Promise.all([
        one.change(schedule('60000', NOW + HOUR), 'ada'),
        new CatalogProcess(one.store).change(schedule('70000', NOW + HOUR), 'bola'),
      ]);
      expect(outcomes.toSorted()).toEqual(['1', 'VALIDATION_FAILED at']);
      expect(await one.priceAt(NOW + HOUR)).toBe(outcomes[0] === '1' ? 600 : 700);
    },
  );

  it('may follow another one, back to the current price', async () => {
    await one.change(schedule('60000', NOW + HOUR));
    expect(await one.change(schedule('50000', NOW + 2 * HOUR))).toBe('1');
    expect((await one.listed()).map(({ before, then }) => [before.price, then.price])).toEqual([
      ['50000', '60000'],
      ['60000', '50000'],
    ]);
    expect(await one.priceAt(NOW + HOUR)).toBe(600);
    expect(await one.priceAt(NOW + 2 * HOUR)).toBe(500);
  });

  it('takes effect after other price changes, and the list marks the difference', async () => {
    await one.change(schedule('60000', NOW + HOUR));
    expect((await one.listed())[0]).toMatchObject({ changedSince: false, reason: '' });
    await one.change({ type: 'PriceDataPlan', code: 1301, prices: { price: '52000' } }, 'bola');
    expect((await one.listed())[0]).toMatchObject({
      changedSince: true,
      before: { price: '52000' },
      then: { price: '60000' },
    });
    expect(await one.priceAt(NOW + HOUR)).toBe(600);
    expect((await one.events()).at(-1)!.data).toMatchObject({ was: { price: '52000' } });
  });

  it('keeps fields it does not name, such as a cost changed meanwhile', async () => {
    await one.change(schedule('60000', NOW + HOUR));
    await one.change({ type: 'PriceDataPlan', code: 1301, prices: { cost: '49000' } });
    await one.priceAt(NOW + HOUR);
    expect(one.catalog.state.dataPlans.get(1301)).toMatchObject({ price: '60000', cost: '49000' });
  });

  describe('in unusual cases', () => {
    const store = async (...data: readonly object[]): Promise<void> => {
      const head = await one.store.head(CATALOG_STREAM);
      const events = data.map((each) => ({ ...newEvent({ ...each }, 'PriceChangeScheduled') }));
      await one.store.append(CATALOG_STREAM, head, events);
    };
    const takesEffect = new Date(NOW + HOUR).toISOString();

    it('is listed with its stored fields after its plan was deleted, before and after its moment', async () => {
      const gone = { service: 'data', code: 424_242, name: 'Mtn Gifting 7GB - 1 day', takesEffect };
      await store({ ...gone, prices: { price: '60000' }, was: { price: '50000' } });
      const reason = 'As things stand it is refused then: the plan is not offered any more.';
      expect(await one.listed()).toMatchObject([
        {
          change: { name: gone.name },
          before: { price: '50000' },
          then: { price: '60000' },
          refused: false,
          changedSince: false,
          reason,
        },
      ]);
      await one.priceAt(NOW + HOUR);
      expect(await one.listed()).toMatchObject([
        {
          change: { name: gone.name },
          before: { price: '50000' },
          then: { price: '60000' },
          refused: true,
          reason: 'The plan is not offered any more.',
        },
      ]);
    });

    it('takes effect once, with several hundred others in appends of limited size', async () => {
      const many = Array.from({ length: 450 }, (_, index) => ({
        service: 'data',
        code: 1301,
        name: 'Mtn',
        was: { price: '50000' },
        takesEffect,
        prices: { price: String(60_000 + index) },
      }));
      await store(...many);
      const [append, sizes] = [one.store.append.bind(one.store), [] as number[]];
      one.store.append = (...asked) => {
        sizes.push(asked[2].length);
        return append(...asked);
      };
      const other = new CatalogProcess(one.store);
      await Promise.all([one.priceAt(NOW + HOUR), other.priceAt(NOW + HOUR)]);
      expect(Math.max(...sizes)).toBe(200);
      expect(one.price).toBe(604.49);
      expect((await one.events()).filter(({ type }) => type === 'DataPlanSet')).toHaveLength(450);
      expect(one.stream.nextMoment).toBe(Infinity);
    });
  });

  it('already in force at its moment is over, and changes nothing', async () => {
    await one.change(schedule('60000', NOW + HOUR));
    await one.change({ type: 'PriceDataPlan', code: 1301, prices: { price: '60000' } });
    expect(await one.priceAt(NOW + HOUR)).toBe(600);
    expect(await one.listed()).toEqual([]);
    expect(one.stream.nextMoment).toBe(Infinity);
  });
});
