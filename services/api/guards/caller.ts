import { createParamDecorator, Injectable, type ExecutionContext, type PipeTransform } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { uuidsOf } from '../../../infra/crypto/keyed-digest.js';
import { randomUUID } from '../../../infra/host/chance.js';
import { now } from '../../../infra/host/clock.js';
import type { Administrator } from '../../administrators/administrators.js';
import { EventContexts, type Origin } from '../../customers/event-contexts.js';
import type { User } from '../../customers/user.state.js';
import { HOUSE_USER_ID } from '../../ledger/streams.js';
import type { Role } from '../../contracts/services.js';
import type { Session } from '../../customers/login/live-session.js';
import type { EventContext } from '../../../infra/event-store/event-context.js';

/** Caller of a request. Proven by `session` or by `apiToken`, never by both. */
export interface Caller {
  readonly userId: string;
  readonly role: Role;
  readonly session?: Session;
  readonly apiToken?: string;
  readonly user?: User;
  readonly administrator?: Administrator;
  readonly origin?: Origin;
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined;
  }
}

export const CallerOf = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  const { caller } = context.getArgByIndex<FastifyRequest>(0);
  if (!caller) throw new Error('this route lets callers in that it does not know');
  return caller;
});

export const BuyerIdOf = createParamDecorator((_: unknown, context: ExecutionContext): string => {
  const { caller } = context.getArgByIndex<FastifyRequest>(0);
  if (!caller) throw new Error('this route lets callers in that it does not know');
  return caller.role === 'user' ? caller.userId : HOUSE_USER_ID;
});

export const AdministratorOf = createParamDecorator((_: unknown, context: ExecutionContext): Administrator =>
  administratorOf(context.getArgByIndex<FastifyRequest>(0)),
);

function administratorOf({ caller }: FastifyRequest): Administrator {
  if (!caller?.administrator) throw new Error('this route lets callers in that are no administrators');
  return caller.administrator;
}

@Injectable()
class AdministratorContextPipe implements PipeTransform {
  constructor(private readonly contexts: EventContexts) {}

  transform(request: FastifyRequest): Promise<EventContext> {
    return this.contexts.of(administratorOf(request), originOf(request));
  }
}

const RequestOf = createParamDecorator((_: unknown, context: ExecutionContext): FastifyRequest =>
  context.getArgByIndex<FastifyRequest>(0),
);

/**
 * `EventContext` of an administrator's request. It contains the encrypted `Origin`. Store every change by an
 * administrator with this context.
 */
export const AdministratorContext = (): ParameterDecorator => RequestOf(AdministratorContextPipe);

export const contextOf = ({ userId, role }: Caller): EventContext => ({
  actor: { kind: role, id: userId },
  correlationId: randomUUID(),
  now: now(),
});

export const visitorContext = (): EventContext => ({
  actor: { kind: 'user', id: 'visitor' },
  correlationId: randomUUID(),
  now: now(),
});

export const originOf = (request: FastifyRequest): Origin => ({
  address: request.ip,
  device: request.headers['user-agent'] ?? '',
});

/**
 * A form that is sent twice gives the same id both times, so the command runs only once.
 * @param namespace UUID of this kind of form
 */
export function formIdsOf(namespace: string): (context: EventContext, formId: string) => string {
  const uuidOf = uuidsOf(namespace);
  return ({ actor }, formId) => uuidOf(`${actor.id}:${formId}`);
}
