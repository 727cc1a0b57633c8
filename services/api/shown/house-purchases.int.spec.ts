import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { QueryBus } from '@nestjs/cqrs';
import fastify from 'fastify';
import type { LiveHub } from '../../../infra/live/live-hub.js';
import {
  ListAllTransactions,
  ListAllTransactionsHandler,
  ReadAllTransactions,
  ReadAllTransactionsHandler,
} from '../../../read-models/history/all-transactions.query.js';
import { GivenEvents } from '../../../read-models/testing/given-events.js';
import { type ReadModels, readModelsOf } from '../../../read-models/testing/read-models-of.js';
import type { FindOwners } from '../../../read-models/users/users.query.js';
import { FindOwnersHandler } from '../../../read-models/users/users.query.js';
import type { Administrator } from '../../administrators/administrators.js';
import type { Catalog } from '../../catalog/catalog.js';
import type { Users } from '../../customers/users.js';
import { HOUSE_USER_ID } from '../../ledger/streams.js';
import { ExportController } from '../controllers/admin/export.controller.js';
import type { WrittenPositions } from '../written-positions.js';
import { CustomersShown } from './customers-shown.js';
import { HistoriesShown } from './histories-shown.js';

const OWNER: Administrator = {
  userId: 'ife',
  role: 'admin',
  permissions: ['owner'],
  secondFactor: false,
  suspended: false,
};
const UNDATED = { custom_start_date: undefined, custom_end_date: undefined };
const ADA = 'ada@example.com';

describe('purchases of the house', () => {
  let models: ReadModels;
  let histories: HistoriesShown;
  let files: ExportController;

  beforeEach(async () => {
    models = await readModelsOf(
      new GivenEvents()
        .accepted('ada', 'by-ada', 50_00n)
        .accepted(HOUSE_USER_ID, 'for-stock', 70_00n)
        .accepted(HOUSE_USER_ID, 'for-a-test', 30_00n).events,
    );
    const { readStore } = models;
    const queries = {
      execute: (query: unknown) => {
        if (query instanceof ListAllTransactions)
          return new ListAllTransactionsHandler(readStore).execute(query);
        if (query instanceof ReadAllTransactions)
          return new ReadAllTransactionsHandler(readStore).execute(query);
        return new FindOwnersHandler(readStore).execute(query as FindOwners);
      },
    } as QueryBus;
    const users = {
      byIds: async () => new Map(),
      emails: { ownerOf: async (email: string) => (email === ADA ? 'ada' : undefined) },
    } as unknown as Users;
    const written = { projected: async () => undefined } as unknown as WrittenPositions;
    const shown = new CustomersShown({ vendors: () => [] } as unknown as Catalog, users, queries);
    histories = new HistoriesShown(queries, { position: 1 } as LiveHub, written, shown);
    files = new ExportController(
      queries,
      written,
      shown,
      { take: async () => ({ allowed: true, left: 1 }) },
      { RATE_LIMIT_EXPORTS: 6 },
    );
  });
  afterEach(() => models.close());

  const listed = async (search: string, bought_by?: 'house') => {
    const { rows, total, amount_total } = await histories.transactions(
      OWNER,
      { ...UNDATED, search },
      { bought_by },
    );
    return { ids: rows.map(({ id }) => id), total, sum: amount_total };
  };
  const file = async (search: string, bought_by?: 'house') => {
    const server = fastify();
    const asked = { from: undefined, to: undefined, search, bought_by };
    server.get('/', (request, reply) => {
      void files.export(OWNER, { file: 'transactions' }, asked, request, reply);
    });
    const { body } = await server.inject('/');
    await server.close();
    const rows = body.trim().split('\r\n').slice(1);
    return rows.map((row) => row.split(',').at(-1));
  };
  const NEWEST_FIRST = ['for-a-test', 'for-stock'];

  it.each([
    ['nothing', '', NEWEST_FIRST, 100],
    ['a reference', 'REF-for-stock', ['for-stock'], 70],
    ['its name', 'House acc', NEWEST_FIRST, 100],
    ['the whole email of a customer', ADA, [], 0],
    ['a part of it', 'ada@exa', [], 0],
    ['an email of nobody', 'bola@example.com', [], 0],
  ])('are listed, totalled and exported by %s', async (_, search, ids, sum) => {
    expect(await listed(search, 'house')).toEqual({ ids, total: ids.length, sum });
    expect(await file(search, 'house')).toEqual(ids);
  });

  it("are excluded from a customer's list found by the whole email", async () => {
    expect(await listed(ADA)).toEqual({ ids: ['by-ada'], total: 1, sum: 50 });
    expect(await file(ADA)).toEqual(['by-ada']);
  });
});
