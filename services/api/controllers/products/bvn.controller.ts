import { Body, Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { randomUUID } from '../../../../infra/host/chance.js';
import { now } from '../../../../infra/host/clock.js';
import { BVN_CONSENT } from '../../../contracts/bvn.contract.js';
import type { CallAnswer, CallInput } from '../../../contracts/calls.js';
import { nairaFromKobo } from '../../../contracts/money.js';
import { VerifyBvn } from '../../../customers/bvn/verify-bvn.handler.js';
import { Serves } from '../../guards/route-rules.js';
import { GetBvnStatus } from '../../../customers/bvn/get-bvn-status.handler.js';
import { BuyerIdOf, CallerOf, type Caller } from '../../guards/caller.js';
import { Purchasing } from '../../purchasing.js';

@Controller()
export class BvnController {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
    private readonly purchasing: Purchasing,
  ) {}

  @Serves('bvnStatus')
  async status(@BuyerIdOf() userId: string): Promise<CallAnswer<'bvnStatus'>> {
    const status = await this.queries.execute(new GetBvnStatus(userId));
    const { verified, lastFour, attemptsLeft, price } = status;
    return {
      status: true,
      verified,
      last_four: lastFour,
      attempts_left: attemptsLeft,
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
    const { user, actor } = await this.purchasing.buyerOf(caller);
    const context = { actor, correlationId: randomUUID(), now: now() };
    const details = { bvn, name: name.trim(), dateOfBirth, phone };
    const token = await this.commands.execute(new VerifyBvn({ user, details, pin, context }));
    const message = caller.role === 'user' ? 'Your BVN is verified.' : 'The BVN belongs to this person.';
    return { status: true, message, token };
  }
}
