import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CONFIG } from '../../../infra/config/settings.js';
import { TRIES_STORE, type TriesStore } from '../../../infra/sessions/session-store.js';
import { RuleBroken } from '../../contracts/errors.js';
import type { CustomerSettings } from '../customer.settings.js';
import { Codes } from '../mailed-codes/codes.js';
import { ConfirmPassword } from '../login/passwords.js';
import { endOf } from '../payouts/payout-delay.decider.js';
import { pinFault, type ChangePin as ChangePinCommand } from '../user.decider.js';
import { Pins } from './pins.js';
import type { User } from '../user.state.js';
import { Users } from '../users.js';
import { type EventContext } from '../../../infra/event-store/event-context.js';

export type PinProof =
  | { readonly how: 'old'; readonly oldPin: string }
  | { readonly how: 'recovery'; readonly password: string; readonly code: string };

export class ChangePin extends Command<void> {
  constructor(
    readonly userId: string,
    readonly proof: PinProof,
    readonly pin: string,
    readonly context: EventContext,
    readonly epoch?: number,
  ) {
    super();
  }
}

@CommandHandler(ChangePin)
export class ChangePinHandler implements ICommandHandler<ChangePin> {
  constructor(
    private readonly users: Users,
    private readonly pins: Pins,
    private readonly codes: Codes,
    private readonly confirm: ConfirmPassword,
    @Inject(TRIES_STORE) private readonly tries: TriesStore,
    @Inject(CONFIG) private readonly settings: Pick<CustomerSettings, 'PAYOUT_DELAY'>,
  ) {}

  /**
   * @throws RuleBroken(VALIDATION_FAILED | PIN_NOT_SET | PIN_INCORRECT | PIN_LOCKED | PASSWORD_INCORRECT |
   *   CODE_INCORRECT …)
   */
  async execute({ userId, proof, pin, context, epoch }: ChangePin): Promise<void> {
    const fault = pinFault(pin);
    if (fault) throw new RuleBroken('VALIDATION_FAILED', { field: 'new_pin', reason: fault });
    const user = await this.users.byId(userId);
    if (!user) throw new RuleBroken('SESSION_EXPIRED');
    if (user.pinMac === undefined) throw new RuleBroken('PIN_NOT_SET');
    const proven = await this.prove(user, proof, context.now);
    // Clear the lock of the old PIN before changing the PIN. Otherwise, a crash after the change could leave
    // the new PIN locked.
    if (proven.how === 'recovery') await this.tries.clear(userId);
    const pinMac = this.pins.mac(userId, pin);
    const { now } = context;
    const payoutsFrom = endOf(this.settings.PAYOUT_DELAY, now);
    await this.users.handle(userId, { type: 'ChangePin', pinMac, proven, now, epoch, payoutsFrom }, context);
    await this.tries.clear(userId);
  }

  private async prove(user: User, proof: PinProof, now: Date): Promise<ChangePinCommand['proven']> {
    if (proof.how === 'old') {
      await this.pins.check(user, proof.oldPin, now.getTime());
      return { how: 'old', pinMac: user.pinMac };
    }
    await this.confirm.of(user, proof.password, 'password');
    const newest = user.codes?.findLast(({ purpose }) => purpose === 'pin')?.codeId ?? user.userId;
    const claim = { purpose: 'pin', shown: proof.code, subject: newest } as const;
    const codeId = await this.codes.check(user, claim, 'otp_code', now);
    return { how: 'recovery', passwordHash: user.passwordHash, codeId };
  }
}
