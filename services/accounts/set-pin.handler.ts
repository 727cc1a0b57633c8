import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { KEY_VAULT, type KeyVault } from '../../infra/crypto/key-vault.js';
import { RuleBroken } from '../contracts/errors.js';
import { pinFault } from './pin-rule.js';
import { Pins } from './pins.js';
import { Users } from './users.js';
import { fact, type Story } from './write-stream.js';

/** Sets the first transaction PIN. Changing it is another story. */
export class SetPin extends Command<void> {
  constructor(
    readonly userId: string,
    readonly pin: string,
    readonly story: Story,
  ) {
    super();
  }
}

@CommandHandler(SetPin)
export class SetPinHandler implements ICommandHandler<SetPin> {
  constructor(
    private readonly users: Users,
    private readonly pins: Pins,
    @Inject(KEY_VAULT) private readonly vault: KeyVault,
  ) {}

  /** @throws RuleBroken(VALIDATION_FAILED | PIN_ALREADY_SET) */
  async execute({ userId, pin, story }: SetPin): Promise<void> {
    const fault = pinFault(pin);
    if (fault) throw new RuleBroken('VALIDATION_FAILED', { field: 'transaction_pin', reason: fault });
    await this.vault.bring([userId]);
    const sealed = this.vault.seal(userId, { pinMac: this.pins.mac(userId, pin) });
    await this.users.change(userId, (user) => {
      if (user.pinMac !== undefined) throw new RuleBroken('PIN_ALREADY_SET');
      return [fact('PinSet', { userId, sealed }, story)];
    });
  }
}
