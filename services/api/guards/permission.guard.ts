import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Administrators } from '../../administrators/administrators.js';
import { may } from '../../contracts/admin/administrators.contract.js';
import { RuleBroken } from '../../contracts/errors.js';
import { originOf } from './caller.js';
import { rulesOf } from './route-rules.js';

/**
 * Whether the administrator who calls has any of the permissions that the call is for, as the ledger says at this moment:
 * one that was taken away is gone with the next call. Costs customers nothing.
 */
@Injectable()
export class PermissionGuard implements CanActivate {
  constructor(@Inject(Administrators) private readonly administrators: Pick<Administrators, 'current'>) {}

  canActivate(context: ExecutionContext): true | Promise<true> {
    const request = context.getArgByIndex<FastifyRequest>(0);
    const { caller } = request;
    if (!caller || caller.role === 'user') return true;
    const { userId, role } = caller;
    return this.administrators.current({ userId, role }).then((administrator) => {
      request.caller = { ...caller, administrator, origin: originOf(request) };
      const { permission } = rulesOf(request);
      if (permission && !may(administrator, permission))
        throw new RuleBroken('PERMISSION_MISSING', { permission: permission.join(' or ') });
      return true;
    });
  }
}
