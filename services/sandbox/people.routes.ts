import type { FastifyInstance } from 'fastify';
import type { Transfers } from './transfers.js';
import type { Outbox } from './outbox/outbox.js';

/** Routes for tests and demonstrations: make bank transfers of customers, send mails and list mails. */
export function peopleRoutes(
  app: FastifyInstance,
  transfers: Transfers,
  outbox: Outbox,
  now: () => number,
): void {
  app.post('/transfers', async (request, reply) => {
    const sent = await transfers.send((request.body ?? {}) as Record<string, unknown>);
    if (typeof sent !== 'string') return { transactionReference: sent.transactionReference };
    return reply.code(sent.startsWith('accountNumber') ? 404 : 422).send({ message: sent });
  });

  app.post('/outbox', async (request, reply) => {
    const { to, subject, text } = (request.body ?? {}) as Record<string, unknown>;
    if (typeof to !== 'string' || typeof subject !== 'string' || typeof text !== 'string')
      return reply.code(422).send({ message: 'a mail has to, subject and text' });
    const mail = await outbox.accept(to, subject, text, now());
    return reply.code(201).send(mail);
  });

  app.get<{ Querystring: { to?: string } }>('/outbox', async (request) => outbox.list(request.query.to));
}
