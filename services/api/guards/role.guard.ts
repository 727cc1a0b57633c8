import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Access } from '../../contracts/calls.js';
import { RuleBroken } from '../../contracts/errors.js';
import type { Role } from '../../contracts/services.js';
import type { User } from '../../customers/user.state.js';
import { Users } from '../../customers/users.js';
import { rulesOf } from './route-rules.js';

export const ROLES_FOR: Record<Access, readonly Role[] | undefined> = {
  public: undefined,
  operations: undefined,
  provider: undefined,
  session: ['user', 'admin', 'auditor'],
  user: ['user'],
  'browser-user': ['user'],
  buyer: ['user', 'admin', 'auditor'],
  'browser-buyer': ['user', 'admin', 'auditor'],
  admin: ['admin'],
  auditor: ['admin', 'auditor'],
};

/**
 * Refuses customers in calls for administrators and auditors. Refuses administrators and auditors
 * in calls for customers. Accepts API tokens only for customer calls.
 */
@Injectable()
export class RoleGuard implements CanActivate {
  canActivate(context: ExecutionContext): true {
    const request = context.getArgByIndex<FastifyRequest>(0);
    const { access } = rulesOf(request);
    const roles = ROLES_FOR[access];
    const { caller } = request;
    if (!roles || !caller) return true;
    if (!roles.includes(caller.role === 'user' ? 'user' : 'admin')) throw new RuleBroken('WRONG_ROLE');
    const takesToken = access === 'user' || (access === 'buyer' && caller.role === 'user');
    if (caller.session === undefined && !takesToken) throw new RuleBroken('WRONG_ROLE');
    return true;
  }
}

/**
 * Last guard of each request. Refuses customers without a verified email when the route declares
 * `verifiedEmail`.
 */
@Injectable()
export class VerifiedEmailGuard implements CanActivate {
  constructor(@Inject(Users) private readonly users: Pick<Users, 'cachedById' | 'byId'>) {}

  canActivate(context: ExecutionContext): true | Promise<true> {
    const request = context.getArgByIndex<FastifyRequest>(0);
    const { caller } = request;
    if (!caller || !rulesOf(request).verifiedEmail) return true;
    const user = caller.user ?? this.users.cachedById(caller.userId);
    if (user) return this.pass(request, user);
    return this.users.byId(caller.userId).then((found) => this.pass(request, found));
  }

  private pass(request: FastifyRequest, user: User | undefined): true {
    if (!user?.emailVerified) throw new RuleBroken('EMAIL_NOT_VERIFIED');
    const { caller } = request;
    if (caller && caller.user !== user) request.caller = { ...caller, user };
    return true;
  }
}
