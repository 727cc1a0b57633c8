import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { nowMs } from '../../../infra/host/clock.js';
import { NEW_FOR_MS } from '../../administrators/access/access.decider.js';
import { type Act, ACTS } from '../../administrators/acts/acts.js';
import { Administrators } from '../../administrators/administrators.js';
import { RuleBroken } from '../../contracts/errors.js';
import { lagosDisplay } from '../../contracts/fields/lagos-day.js';
import { ownEntry } from '../../contracts/own-entry.js';
import { rulesOf } from './route-rules.js';

const ACTS_BY_NAME: Readonly<Record<string, Act>> = ACTS;

/** Refuses `settled` acts for `NEW_FOR_MS` after the permission was given. */
@Injectable()
export class SettledGuard implements CanActivate {
  constructor(@Inject(Administrators) private readonly administrators: Pick<Administrators, 'givenAt'>) {}

  async canActivate(context: ExecutionContext): Promise<true> {
    const request = context.getArgByIndex<FastifyRequest>(0);
    const { caller } = request;
    const { call, permission } = rulesOf(request);
    if (!caller?.administrator || call === undefined || !permission) return true;
    if (!ownEntry(ACTS_BY_NAME, call)?.settled) return true;
    const given = await this.administrators.givenAt(caller.userId, permission);
    const settledAt = given === undefined ? 0 : Date.parse(given) + NEW_FOR_MS;
    if (nowMs() >= settledAt) return true;
    throw new RuleBroken('PERMISSION_TOO_NEW', { from: lagosDisplay(new Date(settledAt).toISOString()) });
  }
}
