import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { QueryBus } from '@nestjs/cqrs';
import fastify, { type FastifyInstance } from 'fastify';
import type { CustomersShown } from '../../customers-shown.js';
import type { WrittenPositions } from '../../written-positions.js';
import { ExportController } from './export.controller.js';

const PARTS = 40;

describe('a list as a file', () => {
  let server: FastifyInstance;
  /** Parts of the list that were read. */
  let read = 0;

  beforeEach(async () => {
    read = 0;
    const queries = {
      execute: async () => ({
        ...{ rows: [], total: 7, totalCapped: false },
        ...((read += 1) < PARTS && { next: { at: 'earlier', id: 'a' } }),
      }),
    } as unknown as QueryBus;
    const shown = {
      searched: async () => ({}),
      emailsOf: async () => new Map(),
    } as unknown as CustomersShown;
    const written = { projected: async () => undefined } as unknown as WrittenPositions;
    const controller = new ExportController(queries, written, shown);
    const owner = {
      userId: 'ife',
      role: 'admin',
      permissions: ['owner'],
      secondFactor: false,
      suspended: false,
    } as const;
    server = fastify();
    // As Nest calls it: what it answers goes through the reply alone.
    server.get('/file', (request, reply) => {
      const days = { from: undefined, to: undefined };
      void controller.export(owner, { file: 'transactions' }, days, request, reply);
    });
    await server.ready();
  });
  afterEach(() => server.close());

  it('is read to its end for whoever takes it', async () => {
    expect((await server.inject('/file')).statusCode).toBe(200);
    expect(read).toBe(PARTS);
  });

  it('is not read for whoever asks for its headers alone, who takes no place', async () => {
    for (let times = 1; times <= 5; times += 1) {
      const { statusCode, headers } = await server.inject({ method: 'HEAD', url: '/file' });
      expect([statusCode, headers['x-export-total'], headers['content-type']]).toEqual([
        ...[200, '7', 'text/csv; charset=utf-8'],
      ]);
      await new Promise((resolve) => setImmediate(resolve));
      expect(read).toBe(times);
    }
  });
});
