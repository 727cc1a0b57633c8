import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Administrators } from '../../administrators/administrators.js';
import { SecondFactors } from '../../administrators/second-factor/second-factors.js';
import { may } from '../../contracts/admin/administrators.contract.js';
import type { CallName } from '../../contracts/calls.js';
import { RuleBroken } from '../../contracts/errors.js';
import { originOf } from './caller.js';
import { ROLES_FOR } from './role.guard.js';
import { rulesOf } from './route-rules.js';

/**
 * API calls that an administrator without a second factor may make. These calls are needed to set up the second
 * factor.
 */
const TO_ENROL: ReadonlySet<CallName> = new Set<CallName>([
  'session',
  'logout',
  'secondFactor',
  'startSecondFactor',
  'confirmSecondFactor',
]);

/** The permissions are read from the ledger, so a withdrawn permission ends at once in every process. */
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
      if (administrator.suspended) throw new RuleBroken('SESSION_EXPIRED');
      request.caller = { ...caller, role: administrator.role, administrator, origin: originOf(request) };
      const { permission, call, access } = rulesOf(request);
      if (ROLES_FOR[access]?.includes(administrator.role) === false) throw new RuleBroken('WRONG_ROLE');
      if (this.secondFactors.mustEnrol(administrator) && !(call && TO_ENROL.has(call)))
        throw new RuleBroken('SECOND_FACTOR_NEEDED');
      if (permission && !may(administrator, permission))
        throw new RuleBroken('PERMISSION_MISSING', { permission: permission.join(' or ') });
      return true;
    });
  }
}
