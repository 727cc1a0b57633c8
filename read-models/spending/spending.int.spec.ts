import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { NewEvent } from '../../infra/event-store/event-store.js';
import { openMongoWriter } from '../../infra/read-store/mongo/open-mongo-read-store.js';
import { PATIENT } from '../../infra/read-store/testing/parcels.js';
import { describeWithMongo } from '../../infra/testing/with-mongo.js';
import { SERVICES } from '../../services/contracts/services.js';
import { type SoldOnce, salesEvents } from '../stats/testing/sales-events.js';
import { GivenEvents } from '../testing/given-events.js';
import { type ReadModels, readModelsOf } from '../testing/read-models-of.js';
import { views } from '../views.js';
import { ReportSpending, ReportSpendingHandler, type Spending } from './spending.query.js';

const at = (text: string): number => Date.parse(`${text}+01:00`);
const SOLD: Omit<SoldOnce, 'acceptedMs'> = {
  service: 'airtime',
  vendor: 1,
  price: 100_00n,
  cost: 97_00n,
  openMs: 1_000,
  end: 'captured',
};
const reportOf = ({ readStore }: ReadModels, userId: string, nowMs: number, month?: string) =>
  new ReportSpendingHandler(readStore).execute(new ReportSpending(userId, nowMs, month));
/** Naira spent in each month, without empty months. */
const spentIn = ({ months }: Spending): Readonly<Record<string, number>> =>
  Object.fromEntries(months.filter(({ amount }) => amount !== 0).map(({ month, amount }) => [month, amount]));

describe('spending', () => {
  let models: ReadModels;
  afterEach(() => models.close());

  const given = async (...sales: SoldOnce[]): Promise<void> => {
    models = await readModelsOf(salesEvents(sales));
  };

  it('counts in the Lagos month of delivery, to the last millisecond before midnight', async () => {
    const acceptedMs = at('2026-03-31T23:59:58.999');
    await given({ ...SOLD, acceptedMs }, { ...SOLD, acceptedMs: acceptedMs + 1, price: 50_00n });
    const seen = await reportOf(models, 'ada', at('2026-04-30T23:59:59.999'));
    expect(spentIn(seen)).toEqual({ '2026-03': 100, '2026-04': 50 });
    expect(seen.months).toHaveLength(12);
    expect([seen.months[0]?.month, seen.month]).toEqual(['2025-05', '2026-04']);
  });

  it.each([
    ['2025-12-31T23:59:59.000', '2025-12-31T23:59:59.999', '2025-12'],
    ['2025-12-31T23:59:59.000', '2026-01-01T00:00:00.000', '2026-01'],
    ['2024-02-29T23:00:00.000', '2024-02-29T23:59:59.999', '2024-02'],
    ['2024-02-29T23:00:00.000', '2024-03-01T00:00:00.000', '2024-03'],
  ])('ordered at %s and delivered at %s counts in %s', async (ordered, delivered, month) => {
    await given({ ...SOLD, acceptedMs: at(ordered), openMs: at(delivered) - at(ordered) });
    expect(spentIn(await reportOf(models, 'ada', at(delivered)))).toEqual({ [month]: 100 });
  });

  it('turns negative in the month of a reversal, and changes no other month', async () => {
    await given({ ...SOLD, acceptedMs: at('2026-02-28T10:00:00.000'), reversedAfterMs: 26 * 3_600_000 });
    const { months } = await reportOf(models, 'ada', at('2026-03-05T12:00:00.000'));
    const airtime = (amount: number, transactions: number) => ({
      amount,
      transactions,
      services: [{ service: 'airtime', amount, transactions }],
    });
    expect(months.slice(-2)).toEqual([
      { month: '2026-02', ...airtime(100, 1) },
      { month: '2026-03', ...airtime(-100, -1) },
    ]);
  });

  it('lists services, and omits refunds and other customers', async () => {
    const noon = at('2026-03-10T12:00:00.000');
    await given(
      { ...SOLD, acceptedMs: noon },
      { ...SOLD, acceptedMs: noon, service: 'cable', price: 7_50n },
      { ...SOLD, acceptedMs: noon, end: 'released' },
      { ...SOLD, acceptedMs: noon, userId: 'bola', price: 9_00n },
    );
    expect((await reportOf(models, 'ada', noon)).months.at(-1)).toEqual({
      month: '2026-03',
      amount: 107.5,
      transactions: 2,
      services: [
        { service: 'airtime', amount: 100, transactions: 1 },
        { service: 'cable', amount: 7.5, transactions: 1 },
      ],
    });
    expect(spentIn(await reportOf(models, 'bola', noon))).toEqual({ '2026-03': 9 });
    const stranger = await reportOf(models, 'chi', noon);
    expect([spentIn(stranger), stranger.recipients]).toEqual([{}, []]);
  });

  it('names the top recipients of the chosen month, and none once the person is forgotten', async () => {
    const noon = at('2026-03-10T12:00:00.000');
    const told = salesEvents([
      { ...SOLD, acceptedMs: noon, recipient: 'one', price: 60_00n },
      { ...SOLD, acceptedMs: noon, recipient: 'two', price: 100_00n },
      { ...SOLD, acceptedMs: noon, recipient: 'one', price: 50_00n },
      { ...SOLD, acceptedMs: noon, recipient: 'refunded', end: 'released' },
      { ...SOLD, acceptedMs: noon, recipient: 'hers', userId: 'bola' },
      { ...SOLD, acceptedMs: at('2026-02-28T23:59:59.999'), recipient: 'earlier' },
    ]);
    models = await readModelsOf(told);
    const seen = await reportOf(models, 'ada', noon);
    expect([seen.recipients, seen.recipientsCapped]).toEqual([
      [
        { recipient: 'one', amount: 110, transactions: 2 },
        { recipient: 'two', amount: 100, transactions: 1 },
      ],
      false,
    ]);
    const february = await reportOf(models, 'ada', noon, '2026-02');
    expect(february.recipients).toEqual([{ recipient: 'earlier', amount: 100, transactions: 1 }]);
    await models.hear(new GivenEvents().forgotten('ada').events);
    const after = await reportOf(models, 'ada', noon);
    expect([after.recipients, after.months]).toEqual([[], seen.months]);
  });

  it('notifies the buyer alone, once a purchase is captured', async () => {
    await given({ ...SOLD, acceptedMs: at('2026-03-10T12:00:00.000') });
    const told = models.committed.flatMap(({ changes }) => changes);
    const hearing = told.filter(({ list }) => list === 'spending').map(({ userId }) => userId);
    expect(new Set(hearing)).toEqual(new Set(['ada']));
  });
});

/** Sales around new year and the end of a February, whose deliveries and reversals may fall into another month. */
const Sold = fc.record({
  service: fc.constantFrom(...SERVICES),
  vendor: fc.constant(1),
  price: fc.bigInt(1n, 10n ** 11n),
  cost: fc.constant(0n),
  acceptedMs: fc.integer({ min: at('2025-12-30T00:00:00.000'), max: at('2026-03-02T00:00:00.000') }),
  openMs: fc.oneof(fc.integer({ min: 0, max: 60_000 }), fc.integer({ min: 0, max: 40 * 86_400_000 })),
  end: fc.constantFrom('captured' as const, 'captured' as const, 'released' as const),
  reversedAfterMs: fc.option(fc.integer({ min: 0, max: 40 * 86_400_000 }), { nil: undefined }),
  userId: fc.constantFrom('ada', 'bola', 'ada-2'),
});

const monthInLagos = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Africa/Lagos',
  year: 'numeric',
  month: '2-digit',
});

/** Kobo counted straight from the log, with months from Node's own time zones. */
function countFromLog(events: readonly NewEvent[], userId: string, month: string, service?: string): bigint {
  return events
    .filter(({ data }) => data['userId'] === userId && (!service || data['service'] === service))
    .filter(({ at: moment }) => monthInLagos.format(Date.parse(moment)) === month)
    .reduce((sum, { type, data }) => {
      if (type !== 'PurchaseCaptured' && type !== 'PurchaseReversed') return sum;
      return sum + (type === 'PurchaseCaptured' ? 1n : -1n) * BigInt(String(data['price']));
    }, 0n);
}

const kobo = (naira: number): bigint => BigInt(Math.round(naira * 100));
type Options = NonNullable<Parameters<typeof readModelsOf>[1]>;

function describeMonths(store: string, numRuns: number, optionsOf: () => Options): void {
  it(`equals a count straight from the log to the kobo, kept in ${store}, also when rebuilt`, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(Sold, { maxLength: 60 }),
        fc.integer({ min: at('2026-01-01T00:00:00.000'), max: at('2026-06-02T00:00:00.000') }),
        fc.integer({ min: 1, max: 30 }),
        async (sales, nowMs, batchMax) => {
          const told = salesEvents(sales);
          const events = told.map(({ event }) => event);
          const models = await readModelsOf(told, { batchMax, ...optionsOf() });
          try {
            for (const userId of ['ada', 'bola', 'ada-2'])
              for (const { month, amount, services } of (await reportOf(models, userId, nowMs)).months) {
                expect(kobo(amount)).toBe(countFromLog(events, userId, month));
                for (const one of services)
                  expect(kobo(one.amount)).toBe(countFromLog(events, userId, month, one.service));
              }
            expect(await models.running.rebuild('spending', { pageSize: 7 })).toMatchObject({ differing: 0 });
          } finally {
            await models.close();
          }
        },
      ),
      { numRuns, seed: 20_260_310 },
    );
  });
}

describe('spending in a month', () => describeMonths('SQLite', 25, () => ({})));

describeWithMongo('what was spent in a month, beside MongoDB', (mongo) =>
  describeMonths('MongoDB', 5, () => ({
    openWriter: () => openMongoWriter({ url: mongo.databaseUrl(), views, ...PATIENT }),
  })),
);
