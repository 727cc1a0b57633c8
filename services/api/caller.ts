import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { User } from '../accounts/user.state.js';
import type { Role } from '../contracts/services.js';
import type { Session } from '../accounts/sessions.js';

/** Who makes a request, as proven by a session cookie or by an API token: exactly one of the two is present. */
export interface Caller {
  readonly userId: string;
  readonly role: Role;
  readonly session?: Session;
  readonly apiToken?: string;
  /** When finding out who calls has already looked the person up. */
  readonly user?: User;
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
