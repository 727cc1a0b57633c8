import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { EventContext } from '../../../infra/event-store/event-context.js';
import { RuleBroken } from '../../contracts/errors.js';
import type { Kobo } from '../../contracts/money.js';
import { Pins } from '../pin/pins.js';
import type { PasskeyRevocation } from '../user.events.js';
import { Users } from '../users.js';

export class SetPasskeyLimit extends Command<void> {
  constructor(
    readonly userId: string,
    readonly asked: { readonly passkeyId: string; readonly limit: Kobo; readonly pin: string },
    readonly context: EventContext,
    readonly epoch?: number,
  ) {
    super();
  }
}

@CommandHandler(SetPasskeyLimit)
export class SetPasskeyLimitHandler implements ICommandHandler<SetPasskeyLimit> {
  constructor(
    private readonly users: Users,
    private readonly pins: Pins,
  ) {}

  /** @throws RuleBroken(PIN_NOT_SET | PIN_INCORRECT | PIN_LOCKED | PASSKEY_NOT_FOUND | SESSION_EXPIRED) */
  async execute({ userId, asked, context, epoch }: SetPasskeyLimit): Promise<void> {
    const { passkeyId, limit, pin } = asked;
    const user = await this.users.current(userId);
    if (!user) throw new RuleBroken('SESSION_EXPIRED');
    await this.pins.check(user, pin, context.now.getTime());
    const { pinMac } = user;
    await this.users.handle(userId, { type: 'SetPasskeyLimit', passkeyId, limit, pinMac, epoch }, context);
  }
}

/**
 * Removes a passkey. No PIN is needed, so that a customer can quickly remove the passkey of a lost
 * device.
 */
export class RevokePasskey extends Command<void> {
  constructor(
    readonly userId: string,
    readonly passkeyId: string,
    readonly context: EventContext,
  ) {
    super();
  }
}

@CommandHandler(RevokePasskey)
export class RevokePasskeyHandler implements ICommandHandler<RevokePasskey> {
  constructor(private readonly users: Users) {}

  /** @throws RuleBroken(PASSKEY_NOT_FOUND) */
  async execute({ userId, passkeyId, context }: RevokePasskey): Promise<void> {
    await this.users.handle(userId, { type: 'RevokePasskey', passkeyId }, context);
  }
}

export class RevokePasskeys extends Command<void> {
  constructor(
    readonly userId: string,
    readonly why: PasskeyRevocation,
    readonly context: EventContext,
  ) {
    super();
  }
}

@CommandHandler(RevokePasskeys)
export class RevokePasskeysHandler implements ICommandHandler<RevokePasskeys> {
  constructor(private readonly users: Users) {}

  async execute({ userId, why, context }: RevokePasskeys): Promise<void> {
    await this.users.handle(userId, { type: 'RevokePasskeys', why }, context);
  }
}
