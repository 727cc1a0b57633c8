import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { LIMITS, type Limits } from '../../../infra/limits/limits.js';
import { type Act, ACTS, CUSTOMERS_A_DAY } from '../../administrators/acts/acts.js';
import { RuleBroken } from '../../contracts/errors.js';
import { ownEntry } from '../../contracts/own-entry.js';
import type { PolicyName } from '../../rate-limits/call-budgets.js';
import { rulesOf } from './route-rules.js';

const ACTS_BY_NAME: Readonly<Record<string, Act>> = ACTS;
const A_DAY = { max: CUSTOMERS_A_DAY, windowMs: 24 * 3_600_000 };

@Injectable()
export class CustomersADayGuard implements CanActivate {
  constructor(@Inject(LIMITS) private readonly limits: Pick<Limits, 'giveBack' | 'take'>) {}

  canActivate(context: ExecutionContext): true | Promise<true> {
    const request = context.getArgByIndex<FastifyRequest<{ Params: { id: string } }>>(0);
    const { caller } = request;
    const { call } = rulesOf(request);
    if (!caller?.administrator || call === undefined || !ownEntry(ACTS_BY_NAME, call)?.ofCustomer)
      return true;
    return this.count(caller.userId, request.params.id);
  }

  private async count(administrator: string, customer: string): Promise<true> {
    const key = `customers-a-day:${administrator}`;
    const taken = await this.limits.take(key, A_DAY);
    if (taken.allowed) {
      const first = await this.limits.take(`${key}:${customer}`, { ...A_DAY, max: 1 });
      if (!first.allowed) await this.limits.giveBack(key);
      return true;
    }
    const hours = Math.ceil(taken.retryAfterMs / 3_600_000);
    throw new RuleBroken('TOO_MANY_CUSTOMERS', {
      most: String(CUSTOMERS_A_DAY),
      hours: String(hours),
      seconds: Math.ceil(taken.retryAfterMs / 1_000),
      policy: 'customers' satisfies PolicyName,
    });
  }
}
