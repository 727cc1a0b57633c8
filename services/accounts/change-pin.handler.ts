import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { KEY_VAULT, type KeyVault } from '../../infra/crypto/key-vault.js';
import { TRIES_STORE, type TriesStore } from '../../infra/sessions/session-store.js';
import { RuleBroken } from '../contracts/errors.js';
import { Codes, codesOf } from './codes.js';
import { ConfirmPassword } from './confirm-password.js';
import { pinFault } from './pin-rule.js';
import { Pins } from './pins.js';
import type { User } from './user.state.js';
import { Users } from './users.js';
import { fact, type Story } from './write-stream.js';

/** The old PIN; or, when it is forgotten, the password and a mailed code. */
export type PinProof =
  | { readonly how: 'old'; readonly oldPin: string }
  | { readonly how: 'recovery'; readonly password: string; readonly code: string };

/** Another transaction PIN instead of the one there is. */
export class ChangePin extends Command<void> {
  constructor(
    readonly userId: string,
    readonly proof: PinProof,
    readonly pin: string,
    readonly story: Story,
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
    @Inject(KEY_VAULT) private readonly vault: KeyVault,
    @Inject(TRIES_STORE) private readonly tries: TriesStore,
  ) {}

  /** @throws RuleBroken(VALIDATION_FAILED | PIN_NOT_SET | PIN_INCORRECT | PIN_LOCKED | PASSWORD_INCORRECT | CODE_INCORRECT …) */
  async execute({ userId, proof, pin, story }: ChangePin): Promise<void> {
    const fault = pinFault(pin);
    if (fault) throw new RuleBroken('VALIDATION_FAILED', { field: 'new_pin', reason: fault });
    const user = await this.users.byId(userId);
    if (!user) throw new RuleBroken('SESSION_EXPIRED');
    if (user.pinMac === undefined) throw new RuleBroken('PIN_NOT_SET');
    await this.prove(user, proof, story);
    await this.vault.bring([userId]);
    const sealed = this.vault.seal(userId, { pinMac: this.pins.mac(userId, pin) });
    await this.users.change(userId, (current) => {
      // What was proven must still hold when it is written: the PIN may have changed, the code may be used.
      const holds =
        proof.how === 'old'
          ? current.pinMac === user.pinMac
          : codesOf(current, { purpose: 'pin' }, story.now).length > 0;
      if (!holds)
        throw new RuleBroken('CODE_INCORRECT', { field: proof.how === 'old' ? 'old_pin' : 'otp_code' });
      return [fact('PinChanged', { userId, how: proof.how, sealed }, story)];
    });
    await this.tries.clear(userId);
  }

  private async prove(user: User, proof: PinProof, story: Story): Promise<void> {
    if (proof.how === 'old') return this.pins.check(user, proof.oldPin);
    await this.confirm.of(user, proof.password, 'password');
    const newest = user.codes?.findLast(({ purpose }) => purpose === 'pin')?.codeId ?? user.userId;
    const claim = { purpose: 'pin', shown: proof.code, subject: newest } as const;
    await this.codes.check(user, claim, 'otp_code', story.now);
  }
}
