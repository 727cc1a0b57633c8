import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { NewEvent } from '../../infra/event-store/event-store.js';
import { openMongoWriter } from '../../infra/read-store/mongo/open-mongo-read-store.js';
import { PATIENT } from '../../infra/read-store/testing/parcels.js';
import { describeWithMongo } from '../../infra/testing/with-mongo.js';
import type { SalesWindow } from '../../services/contracts/admin/sales.contract.js';
import { SERVICES } from '../../services/contracts/services.js';
import { GivenEvents } from '../testing/given-events.js';
import { type ReadModels, readModelsOf } from '../testing/read-models-of.js';
import { views } from '../views.js';
import { medianSeconds, type SalesFigures } from './sales-figures.js';
import {
  CountAllSalesHandler,
  CountSales,
  CountSalesHandler,
  ReportSales,
  ReportSalesHandler,
} from './stats.query.js';
import type { SalesReport } from './sales-report.js';
import { countFromLog, type SoldOnce, salesEvents, WINDOW_DAYS } from './testing/sales-events.js';

const WINDOWS = Object.keys(WINDOW_DAYS) as SalesWindow[];
const kobo = (naira: number): bigint => BigInt(Math.round(naira * 100));
const at = (text: string): number => Date.parse(`${text}+01:00`);
const SOLD: Omit<SoldOnce, 'acceptedMs'> = {
  service: 'airtime',
  vendor: 1,
  price: 100_00n,
  cost: 97_00n,
  openMs: 1_000,
  end: 'captured',
};

describe('sales', () => {
  let models: ReadModels;
  afterEach(() => models.close());

  const given = async (...sales: SoldOnce[]): Promise<void> => {
    models = await readModelsOf(salesEvents(sales));
  };
  const reports = (nowMs: number) => new ReportSalesHandler(models.readStore).execute(new ReportSales(nowMs));
  const report = async (window: SalesWindow, nowMs: number): Promise<SalesReport> =>
    (await reports(nowMs)).find((one) => one.window === window)!;
  const count = async (window: SalesWindow, nowMs: number) =>
    new CountSalesHandler(models.readStore).execute(new CountSales(window, nowMs));

  it('count on the Lagos day of capture, to the last millisecond before midnight', async () => {
    const acceptedMs = at('2026-03-10T23:59:58.999');
    await given({ ...SOLD, acceptedMs }, { ...SOLD, acceptedMs: acceptedMs + 1, price: 50_00n });
    expect(await count('today', at('2026-03-10T23:59:59.999'))).toEqual({ transactions: 1, amount: 100 });
    expect(await count('today', at('2026-03-11T00:00:00.000'))).toEqual({ transactions: 1, amount: 50 });
    expect(await count('week', at('2026-03-16T12:00:00.000'))).toEqual({ transactions: 2, amount: 150 });
    expect(await count('week', at('2026-03-17T00:00:00.000'))).toEqual({ transactions: 1, amount: 50 });
    expect(await count('today', at('2026-03-12T00:00:00.000'))).toEqual({ transactions: 0, amount: 0 });
  });

  it('count on the day of a late settlement', async () => {
    await given({ ...SOLD, acceptedMs: at('2026-02-28T23:00:00.000'), openMs: 3 * 3_600_000 });
    expect((await count('today', at('2026-02-28T23:59:00.000'))).transactions).toBe(0);
    expect((await count('today', at('2026-03-01T23:00:00.000'))).transactions).toBe(1);
  });

  it('turn negative on the day of a reversal, and change no other day', async () => {
    await given({ ...SOLD, acceptedMs: at('2026-03-01T10:00:00.000'), reversedAfterMs: 26 * 3_600_000 });
    expect(await count('today', at('2026-03-01T20:00:00.000'))).toEqual({ transactions: 1, amount: 100 });
    expect(await count('today', at('2026-03-02T20:00:00.000'))).toEqual({ transactions: -1, amount: -100 });
    expect(await count('week', at('2026-03-02T20:00:00.000'))).toEqual({ transactions: 0, amount: 0 });
    expect((await report('today', at('2026-03-02T20:00:00.000'))).figures).toMatchObject({
      margin: -3,
      reversed: 1,
      reversed_amount: 100,
    });
    expect(await new CountAllSalesHandler(models.readStore).execute()).toBe(0);
  });

  it('report services, vendors, failures, success rate, delivery time and the window before', async () => {
    const noon = at('2026-03-10T12:00:00.000');
    await given(
      { ...SOLD, acceptedMs: noon, openMs: 1_500 },
      { ...SOLD, acceptedMs: noon, openMs: 1_500, service: 'data', vendor: 4 },
      { ...SOLD, acceptedMs: noon, openMs: 1_500 },
      { ...SOLD, acceptedMs: noon, end: 'released', vendor: 0 },
      { ...SOLD, acceptedMs: noon - 86_400_000, price: 10_00n },
    );
    const today = await report('today', noon);
    expect(today).toMatchObject({
      from: '2026-03-10',
      to: '2026-03-10',
      figures: {
        transactions: 3,
        amount: 300,
        margin: 9,
        failed: 1,
        failed_amount: 100,
        success_rate: 0.75,
        median_seconds: 1.5,
      },
      before: { from: '2026-03-09', to: '2026-03-09', transactions: 1, amount: 10 },
      days: [{ day: '2026-03-10', transactions: 3, amount: 300 }],
    });
    expect(
      today.services.map(({ service, amount, before_amount }) => [service, amount, before_amount]),
    ).toEqual([
      ['airtime', 200, 10],
      ['data', 100, 0],
    ]);
    expect(today.vendors.map(({ vendor, transactions, failed }) => [vendor, transactions, failed])).toEqual([
      [0, 0, 1],
      [1, 2, 0],
      [4, 1, 0],
    ]);
    expect((await report('month', noon)).days).toHaveLength(30);
    expect((await report('year', noon)).days[0]?.day).toBe('2025-03-11');
  });

  it('count purchases that wait too long as not delivered, in each window that has today', async () => {
    const noon = at('2026-03-10T12:00:00.000');
    await given({ ...SOLD, acceptedMs: noon - 86_400_000 }, { ...SOLD, acceptedMs: noon });
    const overdue = [
      { vendor: 1, service: 'airtime', purchases: 2 },
      { vendor: 4, service: 'data', purchases: 1 },
    ] as const;
    const handler = new ReportSalesHandler(models.readStore);
    const [today, week] = await handler.execute(new ReportSales(noon, overdue));
    expect(today!.figures).toMatchObject({ transactions: 1, overdue: 3, success_rate: 0.25 });
    expect(today!.before).toMatchObject({ overdue: 0, success_rate: 1 });
    expect(week!.figures).toMatchObject({ transactions: 2, overdue: 3, success_rate: 0.4 });
    expect(today!.services.map(({ service, success_rate }) => [service, success_rate])).toEqual([
      ['airtime', 1 / 3],
      ['data', 0],
    ]);
    expect(today!.vendors.map(({ vendor, success_rate }) => [vendor, success_rate])).toEqual([
      [1, 1 / 3],
      [4, 0],
    ]);
    expect((await report('today', noon)).figures).toMatchObject({ overdue: 0, success_rate: 1 });
  });

  it('count events of older versions without their time and vendor', async () => {
    const old = new GivenEvents()
      .accepted('ada', 'a', 5_00n)
      .captured('ada', 'a', 5_00n)
      .accepted('ada', 'b', 7_00n)
      .released('ada', 'b', 7_00n);
    models = await readModelsOf(old.events);
    const today = await report('today', at('2026-03-10T23:00:00.000'));
    expect(today.figures).toMatchObject({ transactions: 1, amount: 5, failed: 1, median_seconds: null });
    expect(today.vendors.map(({ vendor }) => vendor)).toEqual([0, 1]);
  });

  it('keep counting on an open page, also past midnight', async () => {
    const evening = at('2026-03-10T20:00:00.000');
    await given({ ...SOLD, acceptedMs: at('2026-03-01T10:00:00.000') }, { ...SOLD, acceptedMs: evening });
    const handler = new ReportSalesHandler(models.readStore);
    const weekly = async (nowMs: number) =>
      (await handler.execute(new ReportSales(nowMs))).map(({ figures }) => figures.transactions);
    expect(await weekly(evening + 3_600_000)).toEqual([1, 1, 2, 2]);
    const more = salesEvents([{ ...SOLD, acceptedMs: evening + 1_000 }]).map(({ stream, event }) => ({
      stream,
      event: { ...event, id: event.id.replace(/^0/, '1') },
    }));
    await models.hear(more);
    expect(await weekly(evening + 3_600_000)).toEqual([2, 2, 3, 3]);
    expect(await weekly(evening + 5 * 3_600_000)).toEqual([0, 2, 3, 3]);
    expect(await weekly(at('2026-03-17T00:00:00.000'))).toEqual([0, 0, 3, 3]);
  });

  it('are empty before the first', async () => {
    await given();
    expect(await reports(at('2026-03-10T12:00:00.000'))).toHaveLength(4);
    expect((await report('today', at('2026-03-10T12:00:00.000'))).figures).toMatchObject({
      transactions: 0,
      amount: 0,
      success_rate: null,
      median_seconds: null,
    });
    expect(await new CountAllSalesHandler(models.readStore).execute()).toBe(0);
  });
});

/** Sales around new year and the end of a February, whose deliveries may fall into another day or month. */
const Sold = fc.record({
  service: fc.constantFrom(...SERVICES),
  vendor: fc.integer({ min: 1, max: 4 }),
  price: fc.bigInt(1n, 10n ** 11n),
  cost: fc.bigInt(0n, 10n ** 11n),
  acceptedMs: fc.integer({ min: at('2025-12-30T00:00:00.000'), max: at('2026-03-02T00:00:00.000') }),
  openMs: fc.oneof(fc.integer({ min: 0, max: 60_000 }), fc.integer({ min: 0, max: 40 * 86_400_000 })),
  end: fc.constantFrom('captured' as const, 'captured' as const, 'released' as const),
  reversedAfterMs: fc.option(fc.integer({ min: 0, max: 40 * 86_400_000 }), { nil: undefined }),
});

type Options = NonNullable<Parameters<typeof readModelsOf>[1]>;

function describeWindows(store: string, numRuns: number, optionsOf: () => Options): void {
  describe(`the windows of sales in ${store}`, () => {
    it('equal a count straight from the log to the kobo, at any time of reading', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(Sold, { maxLength: 60 }),
          fc.array(fc.integer({ min: at('2025-12-31T00:00:00.000'), max: at('2027-03-02T00:00:00.000') }), {
            minLength: 1,
            maxLength: 4,
          }),
          fc.integer({ min: 1, max: 30 }),
          async (sales, looks, batchMax) => {
            const told = salesEvents(sales);
            const models = await readModelsOf(told, { batchMax, ...optionsOf() });
            try {
              for (const nowMs of looks)
                await expectCounted(
                  models,
                  told.map(({ event }) => event),
                  nowMs,
                );
              expect(await models.running.rebuild('stats', { pageSize: 7 })).toMatchObject({ differing: 0 });
            } finally {
              await models.close();
            }
          },
        ),
        { numRuns, seed: 20_260_310 },
      );
    });
  });
}

/** Checks every window and the one before it, by service, vendor and day. */
async function expectCounted(models: ReadModels, events: readonly NewEvent[], nowMs: number): Promise<void> {
  const all = await new ReportSalesHandler(models.readStore).execute(new ReportSales(nowMs));
  for (const window of WINDOWS) {
    const days = WINDOW_DAYS[window];
    const report = all.find((one) => one.window === window)!;
    const { figures, before } = report;
    expect(seen(figures)).toEqual(countFromLog(events, days, nowMs));
    expect(seen(before)).toEqual(countFromLog(events, days, nowMs - days * 86_400_000));
    for (const row of report.services)
      expect(seen(row)).toEqual(countFromLog(events, days, nowMs, { service: row.service }));
    for (const row of report.vendors)
      expect(seen(row)).toEqual(countFromLog(events, days, nowMs, { vendor: row.vendor }));
    const sum = report.days.reduce((total, { amount }) => total + kobo(amount), 0n);
    expect(sum).toBe(kobo(figures.amount));
    const counted = await new CountSalesHandler(models.readStore).execute(new CountSales(window, nowMs));
    expect(kobo(counted.amount)).toBe(kobo(figures.amount));
  }
}

const seen = ({ transactions, amount, margin, failed }: SalesFigures) => ({
  transactions,
  failed,
  amount: kobo(amount),
  margin: kobo(margin),
});

describeWindows('SQLite', 25, () => ({}));

describeWithMongo('beside MongoDB', (mongo) =>
  describeWindows('MongoDB', 5, () => ({
    openWriter: () => openMongoWriter({ url: mongo.databaseUrl(), views, ...PATIENT }),
  })),
);

describe('the median delivery time', () => {
  it.each([
    [[], null],
    [[1], 0.5],
    [[0, 4], 1.5],
    [[1, 1, 1], 1.5],
    [[0, 0, 0, 0, 0, 0, 0, 0, 0, 9], 1_800],
    [[2, 0, 0, 0, 0, 0, 0, 0, 2], 1],
  ])('of %j is %p seconds', (took, seconds) => expect(medianSeconds(took)).toBe(seconds));
});
