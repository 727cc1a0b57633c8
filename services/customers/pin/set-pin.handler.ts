import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { RuleBroken } from '../../contracts/errors.js';
import { pinFault } from '../user.decider.js';
import { Pins } from './pins.js';
import { Users } from '../users.js';
import { type EventContext } from '../../../infra/event-store/event-context.js';

export class SetPin extends Command<void> {
  constructor(
    readonly userId: string,
    readonly pin: string,
    readonly context: EventContext,
    readonly epoch?: number,
  ) {
    super();
  }
}

@CommandHandler(SetPin)
export class SetPinHandler implements ICommandHandler<SetPin> {
  constructor(
    private readonly users: Users,
    private readonly pins: Pins,
  ) {}

  /** @throws RuleBroken(VALIDATION_FAILED | EMAIL_NOT_VERIFIED | PIN_ALREADY_SET | SESSION_EXPIRED) */
  async execute({ userId, pin, context, epoch }: SetPin): Promise<void> {
    const fault = pinFault(pin);
    if (fault) throw new RuleBroken('VALIDATION_FAILED', { field: 'transaction_pin', reason: fault });
    const pinMac = this.pins.mac(userId, pin);
    await this.users.handle(userId, { type: 'SetPin', pinMac, epoch }, context);
  }
}
