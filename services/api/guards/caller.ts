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

/** Who makes a request, as proven by a session cookie or by an API token: exactly one of the two is present. */
export interface Caller {
  readonly userId: string;
  readonly role: Role;
  readonly session?: Session;
  readonly apiToken?: string;
  /** When finding out who calls has already looked the person up. */
  readonly user?: User;
  /** Present when an administrator or auditor calls. */
  readonly administrator?: Administrator;
  /** Where an administrator or auditor calls from. */
  readonly origin?: Origin;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before a handler runs, except on routes that ask for nobody. */
    caller: Caller | undefined;
  }
}

/** The caller of a request whose route demands one. */
export const CallerOf = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  const { caller } = context.getArgByIndex<FastifyRequest>(0);
  if (!caller) throw new Error('this route lets callers in that it does not know');
  return caller;
});

/** Whose wallet, history and look-ups a call is about: the caller's own, or for administrators those of the house. */
export const BuyerIdOf = createParamDecorator((_: unknown, context: ExecutionContext): string => {
  const { caller } = context.getArgByIndex<FastifyRequest>(0);
  if (!caller) throw new Error('this route lets callers in that it does not know');
  return caller.role === 'user' ? caller.userId : HOUSE_USER_ID;
});

/** The administrator or auditor who calls, on a route that is for them alone. */
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
 * What the facts of an administrator's request have in common: who, when and, sealed for them, from where. The only
 * context that their changes are stored with.
 */
export const AdministratorContext = (): ParameterDecorator => RequestOf(AdministratorContextPipe);

/** What the facts of one request have in common: who asked, when. */
export const contextOf = ({ userId, role }: Caller): EventContext => ({
  actor: { kind: role, id: userId },
  correlationId: randomUUID(),
  now: now(),
});

/** The same for a request of somebody who is not known. */
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
 * Ids of what a form asks for, so that the same form sent twice asks once. Two administrators whose browsers make the same id of a
 * form mean two things.
 * @param namespace a UUID of this kind of form
 */
export function formIdsOf(namespace: string): (context: EventContext, formId: string) => string {
  const uuidOf = uuidsOf(namespace);
  return ({ actor }, formId) => uuidOf(`${actor.id}:${formId}`);
}
