import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Administrators } from '../../administrators/administrators.js';
import { SecondFactors } from '../../administrators/second-factor/second-factors.js';
import { may } from '../../contracts/admin/administrators.contract.js';
import type { CallName } from '../../contracts/calls.js';
import { RuleBroken } from '../../contracts/errors.js';
import { originOf } from './caller.js';
import { rulesOf } from './route-rules.js';

/** All that is left to whoever has to set up a second factor first. */
const TO_ENROL: ReadonlySet<CallName> = new Set<CallName>([
  'session',
  'logout',
  'secondFactor',
  'startSecondFactor',
  'confirmSecondFactor',
]);

/**
 * Whether the administrator who calls has any of the permissions that the call is for, as the ledger says at this moment:
 * one that was taken away is gone with the next call. Costs customers nothing.
 */
@Injectable()
export class PermissionGuard implements CanActivate {
  constructor(
    @Inject(Administrators) private readonly administrators: Pick<Administrators, 'current'>,
    @Inject(SecondFactors) private readonly secondFactors: Pick<SecondFactors, 'mustEnrol'>,
  ) {}

  canActivate(context: ExecutionContext): true | Promise<true> {
    const request = context.getArgByIndex<FastifyRequest>(0);
    const { caller } = request;
    if (!caller || caller.role === 'user') return true;
    const { userId, role } = caller;
    return this.administrators.current({ userId, role }).then((administrator) => {
      request.caller = { ...caller, administrator, origin: originOf(request) };
      const { permission, call } = rulesOf(request);
      if (this.secondFactors.mustEnrol(administrator) && !(call && TO_ENROL.has(call)))
        throw new RuleBroken('SECOND_FACTOR_NEEDED');
      if (permission && !may(administrator, permission))
        throw new RuleBroken('PERMISSION_MISSING', { permission: permission.join(' or ') });
      return true;
    });
  }
}
