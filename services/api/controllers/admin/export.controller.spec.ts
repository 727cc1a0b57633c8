import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { QueryBus } from '@nestjs/cqrs';
import fastify, { type FastifyInstance } from 'fastify';
import type { Limits, LimitRule } from '../../../../infra/limits/limits.js';
import { RuleBroken } from '../../../contracts/errors.js';
import type { CustomersShown } from '../../shown/customers-shown.js';
import type { WrittenPositions } from '../../written-positions.js';
import { ExportController } from './export.controller.js';

const PARTS = 40;

describe('a list as a file', () => {
  let server: FastifyInstance;
  let read = 0;
  let rows: readonly object[] = [];
  let asked: unknown;
  let taken: [key: string, rule: LimitRule][];
  let refuses: boolean;

  beforeEach(async () => {
    read = 0;
    rows = [];
    const queries = {
      execute: async (query: unknown) => {
        asked = query;
        return {
          rows,
          total: 7,
          totalCapped: false,
          ...((read += 1) < PARTS && { next: { at: 'earlier', id: 'a' } }),
        };
      },
    } as unknown as QueryBus;
    const shown = {
      searched: async () => ({}),
      vendorsNamed: () => [],
      emailsOf: async () => new Map(),
      vendorName: () => 'Docker',
    } as unknown as CustomersShown;
    const written = { projected: async () => undefined } as unknown as WrittenPositions;
    const limits: Pick<Limits, 'take'> = {
      take: (key, rule) => {
        taken.push([key, rule]);
        return Promise.resolve(
          refuses ? { allowed: false, retryAfterMs: 20_000 } : { allowed: true, left: 1 },
        );
      },
    };
    [taken, refuses] = [[], false];
    const controller = new ExportController(queries, written, shown, limits, { RATE_LIMIT_EXPORTS: 6 });
    const owner = {
      userId: 'ife',
      role: 'admin',
      permissions: ['owner'],
      secondFactor: false,
      suspended: false,
    } as const;
    server = fastify();
    // Nest ignores the return value too: the answer goes through `reply`.
    for (const file of ['transactions', 'fundings', 'bet-fundings'] as const)
      server.get(file === 'transactions' ? '/file' : `/${file}`, (request, reply) => {
        const days = { from: undefined, to: undefined };
        controller.export(owner, { file }, days, request, reply).catch((error: unknown) => {
          if (error instanceof RuleBroken) void reply.code(429).send(error.details);
        });
      });
    await server.ready();
  });
  afterEach(() => server.close());

  it('is counted, six a minute, and its number of rows is not', async () => {
    expect((await server.inject({ method: 'HEAD', url: '/file' })).statusCode).toBe(200);
    expect(taken).toEqual([]);
    refuses = true;
    const { statusCode, body } = await server.inject('/file');
    expect([statusCode, JSON.parse(body)]).toEqual([429, { seconds: 20, policy: 'export' }]);
    expect(taken).toEqual([['export:ife', { max: 6, windowMs: 60_000 }]]);
    refuses = false;
    for (let times = 0; times < 3; times += 1) expect((await server.inject('/file')).statusCode).toBe(200);
  });

  it('is read to its end for a client that takes it', async () => {
    expect((await server.inject('/file')).statusCode).toBe(200);
    expect(read).toBe(PARTS);
  });

  it('has the columns of its product in the file of one product', async () => {
    read = PARTS - 1;
    rows = [
      {
        id: 'p-1',
        user_id: 'ada',
        vendor: 12,
        service: 'bet',
        product: 'BET9JA wallet',
        phone_number: '77121234',
        amount: 500,
        wallet_balance: 100,
        transaction_status: 'Successful',
        api_transaction_reference: 'NL1',
        transaction_history_date: '2026-03-02T10:15:30.000+01:00',
      },
    ];
    const { body } = await server.inject('/bet-fundings');
    expect(body.replace(/^\uFEFF/, '').split('\r\n')).toEqual([
      'Date,Status,Reference,Customer,Platform,Client ID,Amount (NGN),Customer id,Id',
      '2026-03-02T10:15:30.000+01:00,Successful,NL1,,BET9JA,77121234,500.00,ada,p-1',
      '',
    ]);
    expect(asked).toMatchObject({ question: { service: 'bet' } });
  });

  it('writes marks of direction out, which a bank or vendor put in a text', async () => {
    read = PARTS - 1;
    rows = [
      {
        id: 'f-1',
        user: 'ada',
        status: 'Successful',
        funding_date: '2026-03-02T10:15:30.000+01:00',
        funding_refrence: 'FT\u202d01',
        funding_source: 'Wema\u202e knab',
        amount_funded: 500,
        wallet_before_funding: 0,
        wallet_after_funding: 500,
      },
    ];
    const { body } = await server.inject('/fundings');
    expect(body).toContain(',FT[U+202D]01,,Wema[U+202E] knab,500.00,');
  });

  it('writes refunds as numbers and defuses formulas', async () => {
    read = PARTS - 1;
    rows = [
      {
        id: 'f-1',
        user: 'ada',
        status: 'Charged back',
        funding_refrence: '-1+1',
        funding_source: '=1+1',
        amount_funded: -5000,
        wallet_before_funding: 5000,
        wallet_after_funding: 0,
        funding_date: '2026-03-02T10:15:30.000+01:00',
      },
    ];
    const { body } = await server.inject('/fundings');
    expect(body.split('\r\n')[1]).toBe(
      "2026-03-02T10:15:30.000+01:00,Charged back,'-1+1,,'=1+1,-5000.00,5000.00,0.00,ada,f-1",
    );
  });

  it('is not read for a HEAD request, which takes no slot', async () => {
    for (let times = 1; times <= 5; times += 1) {
      const { statusCode, headers } = await server.inject({ method: 'HEAD', url: '/file' });
      expect([statusCode, headers['x-export-total'], headers['content-type']]).toEqual([
        200,
        '7',
        'text/csv; charset=utf-8',
      ]);
      await new Promise((resolve) => setImmediate(resolve));
      expect(read).toBe(times);
    }
  });
});
