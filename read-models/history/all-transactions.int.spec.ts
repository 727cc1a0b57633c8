import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openMongoWriter } from '../../infra/read-store/mongo/open-mongo-read-store.js';
import { PATIENT } from '../../infra/read-store/testing/parcels.js';
import { describeWithMongo } from '../../infra/testing/with-mongo.js';
import { AdminTransactionRow } from '../../services/contracts/admin/admin-histories.contract.js';
import {
  ListAllFundings,
  ListAllFundingsHandler,
  type AllFundingsQuestion,
} from '../funding/funding.query.js';
import type { ListPart, ListPosition } from '../list-page.js';
import { readModelsOf, type ReadModels, type ReadModelsOptions } from '../testing/read-models-of.js';
import { GivenEvents } from '../testing/given-events.js';
import { views } from '../views.js';
import {
  type AllTransactionsQuestion,
  type FoundTransaction,
  ListAllTransactions,
  ListAllTransactionsHandler,
  ReadAllTransactions,
  ReadAllTransactionsHandler,
} from './all-transactions.query.js';
import { historyView } from './history.view.js';

/** Runs the same tests over every store. */
const describeLists = (store: string, stored: () => ReadModelsOptions) =>
  describe(`in ${store}`, () => {
    describe('transactions of all customers', () => {
      let models: ReadModels;
      beforeAll(async () => {
        const given = new GivenEvents()
          .accepted('ada', 'a', 10_00n, { sealed: '+2348031234567' })
          .captured('ada', 'a', 10_00n, 90_00n)
          .accepted('bola', 'b', 20_00n, {
            service: 'data',
            product: { network: 1, plan: 1301 },
            sealed: '+2348059998888',
          })
          .funded('bola', 50_00n, { transactionReference: 'MNFY-one' })
          .accepted('ada', 'c', 30_00n, { sealed: '+2347061112222' })
          .released('ada', 'c', 30_00n, 120_00n)
          .funded('ada', 70_00n, { transactionReference: 'MNFY-two' });
        // Two days later.
        given.later(48 * 60).accepted('bola', 'd', 40_00n, { sealed: '+2348059998888' });
        models = await readModelsOf(given.events, stored());
      });
      afterAll(() => models.close());

      const page = (question: Partial<AllTransactionsQuestion> = {}) =>
        new ListAllTransactionsHandler(models.readStore).execute(
          new ListAllTransactions({ unmasked: true, ...question }),
        );
      const paidIn = (question: AllFundingsQuestion = {}) =>
        new ListAllFundingsHandler(models.readStore).execute(new ListAllFundings(question));
      const ids = async (question: Partial<AllTransactionsQuestion>): Promise<string[]> =>
        (await page(question)).rows.map(({ id }) => id);

      it('is listed newest first, page by page, with the total of all', async () => {
        expect(await page({ page: 1, pageSize: 3 })).toMatchObject({
          total: 4,
          totalCapped: false,
          truncated: false,
        });
        expect(await ids({ page: 1, pageSize: 3 })).toEqual(['d', 'c', 'b']);
        expect(await ids({ page: 2, pageSize: 3 })).toEqual(['a']);
      });

      it('sums charges and payments over all matching rows, on every page', async () => {
        const summed = async (question: Partial<AllTransactionsQuestion>) => {
          const { rows, total, sum } = await page({ page: 1, pageSize: 1, ...question });
          return [rows.length, total, sum];
        };
        expect(await summed({})).toEqual([1, 4, 100_00n]);
        expect(await summed({ page: 9 })).toEqual([0, 4, 100_00n]);
        expect(await summed({ status: 'Pending', userId: 'bola' })).toEqual([1, 2, 60_00n]);
        expect(await summed({ search: '99988' })).toEqual([1, 2, 60_00n]);
        expect(await summed({ search: '99988', unmasked: false })).toEqual([0, 0, 0n]);
        expect(await summed({ from: '2026-03-12' })).toEqual([1, 1, 40_00n]);
        expect(await paidIn({ page: 1, pageSize: 1 })).toMatchObject({ total: 2, sum: 120_00n });
        expect(await paidIn({ search: 'fy-one' })).toMatchObject({ total: 1, sum: 50_00n });
      });

      it('shows charge, balance, recipient and vendor of each purchase', async () => {
        const { vendor, product, ...row } = (await page({ status: 'Refunded' })).rows[0]!;
        expect({ ...row, vendor, product }).toEqual({
          id: 'c',
          api_transaction_reference: 'REF-c',
          service: 'airtime',
          amount: 30,
          wallet_balance: 120,
          transaction_history_date: expect.stringMatching(/\+01:00$/),
          vendor: 1,
          product: 'Mtn airtime',
          phone_number: '+2347061112222',
          transaction_status: 'Refunded',
          user_id: 'ada',
        });
        const shown = { ...row, api_source: 'VTpass', user_email: '' };
        expect(AdminTransactionRow.parse(shown)).toEqual(shown);
      });

      it('is narrowed by service, status, days and customer, and by several at once', async () => {
        expect(await ids({ service: 'data' })).toEqual(['b']);
        expect(await ids({ status: 'Pending' })).toEqual(['d', 'b']);
        expect(await ids({ from: '2026-03-12', to: '2026-03-12' })).toEqual(['d']);
        expect(await ids({ to: '2026-03-11', status: 'Pending' })).toEqual(['b']);
        expect(await ids({ userId: 'ada' })).toEqual(['c', 'a']);
      });

      it('is found by part of a reference, recipient, service or status', async () => {
        expect(await ids({ search: 'ref-b' })).toEqual(['b']);
        expect(await ids({ search: '99988' })).toEqual(['d', 'b']);
        expect(await ids({ search: 'airt' })).toEqual(['d', 'c', 'a']);
        expect(await ids({ search: 'refunded' })).toEqual(['c']);
        expect(await ids({ search: 'nothing' })).toEqual([]);
      });

      it('is found by its charge, as people write amounts', async () => {
        for (const search of ['20', '20.00', '₦20', '₦ 20.0'])
          expect([search, await ids({ search })]).toEqual([search, ['b']]);
        expect(await ids({ search: '40', unmasked: false })).toEqual(['d']);
        expect(await ids({ search: '20', userId: 'ada' })).toEqual([]);
        expect(await ids({ search: '20', to: '2020-01-01' })).toEqual([]);
        expect(await page({ search: '30', page: 1, pageSize: 1 })).toMatchObject({ total: 1, sum: 30_00n });
        expect((await paidIn({ search: '₦50.00' })).rows.map((row) => row.amount_funded)).toEqual([50]);
      });

      it('is found by the name of its service, and by other meanings of the text', async () => {
        expect(await ids({ search: 'zzz', orIn: { user_id: ['bola', 'nobody'], vendor: [] } })).toEqual([
          'd',
          'b',
        ]);
        expect(await ids({ search: 'zzz', orIn: { vendor: [1] }, status: 'Refunded' })).toEqual(['c']);
        expect(await ids({ search: '20', orIn: { user_id: ['ada'] } })).toEqual(['c', 'b', 'a']);
        expect(
          (await paidIn({ search: 'zzz', orIn: { user_id: ['bola'] } })).rows.map(({ user }) => user),
        ).toEqual(['bola']);
      });

      it('masks recipients without the permission, and matches no search by them', async () => {
        const masked = await page({ unmasked: false });
        expect(masked.rows.map((row) => row.phone_number)).toEqual([
          '0805***8888',
          '0706***2222',
          '0805***8888',
          '0803***4567',
        ]);
        // A search must match no part of a masked number, because each match would let the rest be guessed.
        for (const search of ['99988', '+234805', '8888', '080'])
          expect([search, await ids({ unmasked: false, search })]).toEqual([search, []]);
        expect(await ids({ unmasked: false, search: 'ref-b' })).toEqual(['b']);
        expect(await ids({ unmasked: false, search: 'refunded' })).toEqual(['c']);
      });

      it('lists payments of all customers with their owners', async () => {
        const fundings = await paidIn();
        expect(fundings.rows.map((row) => [row.funding_refrence, row.user, row.status])).toEqual([
          ['MNFY-two', 'ada', 'Successful'],
          ['MNFY-one', 'bola', 'Successful'],
        ]);
        const found = await paidIn({ search: 'fy-one', userId: 'bola' });
        expect(found.rows.map(({ user }) => user)).toEqual(['bola']);
      });
    });

    describe('a list read part by part', () => {
      const ALL = 2_300;
      let models: ReadModels;
      beforeAll(async () => {
        const given = new GivenEvents();
        for (let n = 0; n < ALL; n += 1) {
          given.accepted('ada', `p${String(n).padStart(4, '0')}`, 10_00n);
          // Give more rows the same time than one part of an export holds.
          if (n >= 400 && n < 1_900) given.later(-1);
        }
        models = await readModelsOf(given.events, stored());
      });
      afterAll(() => models.close());

      async function* parts(question: Partial<AllTransactionsQuestion> = {}) {
        const handler = new ReadAllTransactionsHandler(models.readStore);
        for (let next: ListPosition | undefined | 'first' = 'first'; next !== undefined;) {
          const after: ListPosition | undefined = next === 'first' ? undefined : next;
          const part: ListPart<FoundTransaction> = await handler.execute(
            new ReadAllTransactions({ unmasked: true, ...question }, after),
          );
          yield part;
          next = part.next;
        }
      }

      it('holds each row once, newest first, even when many share a time', async () => {
        const read: string[] = [];
        const sizes: number[] = [];
        for await (const { rows, total } of parts()) {
          if (sizes.length === 0) expect(total).toBe(ALL);
          sizes.push(rows.length);
          read.push(...rows.map(({ id }) => id));
        }
        expect(sizes).toEqual([1_000, 1_000, 300]);
        expect(new Set(read).size).toBe(ALL);
        expect([read[0], read.at(-1)]).toEqual(['p2299', 'p0000']);
      });

      it('applies its filters to every part', async () => {
        const all = async (question: Partial<AllTransactionsQuestion>) => {
          const found: ListPart<FoundTransaction>[] = [];
          for await (const part of parts(question)) found.push(part);
          return found;
        };
        const [first, ...more] = await all({ search: 'REF-p22' });
        expect([first!.rows.length, more]).toEqual([100, []]);
        const [none] = await all({ to: '2020-01-01' });
        expect(none).toMatchObject({ rows: [], next: undefined, total: 0 });
      });
    });
  });

describeLists('SQLite', () => ({}));

describeWithMongo('beside MongoDB', (mongo) =>
  describeLists('MongoDB', () => ({
    openWriter: () => openMongoWriter({ url: mongo.databaseUrl(), views, ...PATIENT }),
  })),
);

/** Columns that a search text may mean although they do not hold it, see `ListAllTransactions`. */
const MEANT = ['user_id', 'price', 'vendor'] as const;

const { lists = [], searchable, searchFilters = [] } = historyView;

describe('an administrator who searches purchases of a service or a status', () => {
  it.each(MEANT)('finds by %s in an index that tells the service', (column) => {
    const own = lists.find(({ by }) => by[0] === column && by[1] === 'at');
    expect(own?.holds).toEqual(expect.arrayContaining([...searchFilters]));
    expect(searchFilters).toContain('service');
  });

  it('finds all unsuccessful purchases in one index', () => {
    const few = lists.find(({ except }) => except?.column === 'status');
    const told = [...(few?.by ?? []), ...(few?.holds ?? []), ...(few?.searches ?? [])];
    expect(told).toEqual(expect.arrayContaining([...MEANT, ...searchable, 'label']));
  });
});
