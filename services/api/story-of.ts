import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Origin } from '../accounts/stories.js';
import type { Story } from '../accounts/write-stream.js';
import type { Caller } from './caller.js';

/** What the facts of one request have in common: who asked, when. */
export const storyOf = ({ userId, role }: Caller): Story => ({
  actor: { kind: role, id: userId },
  correlationId: randomUUID(),
  now: new Date(),
});

/** The same for a request of somebody who is not known. */
export const visitorStory = (): Story => ({
  actor: { kind: 'user', id: 'visitor' },
  correlationId: randomUUID(),
  now: new Date(),
});

export const originOf = (request: FastifyRequest): Origin => ({
  address: request.ip,
  device: request.headers['user-agent'] ?? '',
});
