import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { nowMs } from '../../../infra/host/clock.js';
import { requireSettled } from '../../administrators/access/settled.js';
import { type Act, ACTS } from '../../administrators/acts/acts.js';
import { Administrators } from '../../administrators/administrators.js';
import { ownEntry } from '../../contracts/own-entry.js';
import { rulesOf } from './route-rules.js';

const ACTS_BY_NAME: Readonly<Record<string, Act>> = ACTS;

@Injectable()
export class SettledGuard implements CanActivate {
  constructor(@Inject(Administrators) private readonly administrators: Pick<Administrators, 'givenAt'>) {}

  canActivate(context: ExecutionContext): true | Promise<true> {
    const request = context.getArgByIndex<FastifyRequest>(0);
    const { caller } = request;
    const { call, permission } = rulesOf(request);
    if (!caller?.administrator || call === undefined || !permission) return true;
    if (ownEntry(ACTS_BY_NAME, call)?.settled !== true) return true;
    return requireSettled(this.administrators, caller.userId, permission, nowMs()).then(() => true);
  }
}
