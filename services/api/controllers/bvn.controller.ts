import { randomUUID } from 'node:crypto';
import { Body, Controller, Inject } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { BVN_CONSENT } from '../../contracts/bvn.js';
import type { CallAnswer, CallInput } from '../../contracts/calls.js';
import { nairaFromKobo } from '../../contracts/money.js';
import { VerifyBvn } from '../../identity/verify-bvn.handler.js';
import { Serves } from '../access.js';
import { API_DEPS, type ApiDeps } from '../api-deps.js';
import { CallerOf, type Caller } from '../caller.js';
import { Purchasing } from '../purchasing.js';

/** The BVN of a customer: how it stands, and having it checked. */
@Controller()
export class BvnController {
  constructor(
    @Inject(API_DEPS) private readonly deps: Pick<ApiDeps, 'banking'>,
    private readonly commands: CommandBus,
    private readonly purchasing: Purchasing,
  ) {}

  @Serves('bvnStatus')
  async status(@CallerOf() { userId }: Caller): Promise<CallAnswer<'bvnStatus'>> {
    const { verified, lastFour, attemptsLeft, price } = await this.deps.banking.bvn.status(userId);
    return {
      ...{ status: true, verified, last_four: lastFour, attempts_left: attemptsLeft },
      price: nairaFromKobo(price),
      consent: BVN_CONSENT.text,
      consent_version: BVN_CONSENT.version,
    };
  }

  @Serves('verifyBvn')
  async verify(
    @CallerOf() caller: Caller,
    @Body() { bvn, name, dateOfBirth, mobileNo: phone, transaction_pin: pin }: CallInput<'verifyBvn'>,
  ): Promise<CallAnswer<'verifyBvn'>> {
    const user = await this.purchasing.userOf(caller);
    const story = {
      actor: { kind: 'user', id: user.userId },
      correlationId: randomUUID(),
      now: new Date(),
    } as const;
    const details = { bvn, name: name.trim(), dateOfBirth, phone };
    const token = await this.commands.execute(new VerifyBvn({ user, details, pin, story }));
    return { status: true, message: 'Your BVN is verified.', token };
  }
}
