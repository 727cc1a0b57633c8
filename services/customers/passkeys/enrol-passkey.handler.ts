import { hash } from 'node:crypto';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { randomUUID } from '../../../infra/host/chance.js';
import { now as currentTime } from '../../../infra/host/clock.js';
import type { EventContext } from '../../../infra/event-store/event-context.js';
import { RuleBroken } from '../../contracts/errors.js';
import type { Kobo } from '../../contracts/money.js';
import { Pins } from '../pin/pins.js';
import type { User } from '../user.state.js';
import { Users } from '../users.js';
import { PasskeyChallenges } from './passkey-challenges.js';
import { Passkeys } from './passkeys.js';
import { type RelyingParty, prepareWebauthn, verifiedCredential, type NewCredential } from './webauthn.js';

export interface PasskeyEnrolment {
  readonly challenge: string;
  readonly party: RelyingParty;
  readonly user: User;
}

export class BeginPasskey extends Command<PasskeyEnrolment> {
  constructor(
    readonly userId: string,
    readonly pin: string,
    readonly now: Date = currentTime(),
  ) {
    super();
  }
}

@CommandHandler(BeginPasskey)
export class BeginPasskeyHandler implements ICommandHandler<BeginPasskey> {
  constructor(
    private readonly users: Users,
    private readonly pins: Pins,
    private readonly passkeys: Passkeys,
    private readonly challenges: PasskeyChallenges,
  ) {}

  /** @throws RuleBroken(PASSKEYS_UNAVAILABLE | PIN_NOT_SET | PIN_INCORRECT | PIN_LOCKED) */
  async execute({ userId, pin, now }: BeginPasskey): Promise<PasskeyEnrolment> {
    const party = this.passkeys.requireRelyingParty();
    const user = await this.users.current(userId);
    if (!user) throw new RuleBroken('SESSION_EXPIRED');
    await this.pins.check(user, pin, now.getTime());
    prepareWebauthn();
    return { challenge: this.challenges.issue(purposeOf(user), now), party, user };
  }
}

export class AddPasskey extends Command<string> {
  constructor(
    readonly userId: string,
    readonly asked: { readonly credential: NewCredential; readonly limit: Kobo; readonly device: string },
    readonly context: EventContext,
    readonly epoch?: number,
  ) {
    super();
  }
}

@CommandHandler(AddPasskey)
export class AddPasskeyHandler implements ICommandHandler<AddPasskey> {
  constructor(
    private readonly users: Users,
    private readonly passkeys: Passkeys,
    private readonly challenges: PasskeyChallenges,
  ) {}

  /** @throws RuleBroken(PASSKEYS_UNAVAILABLE | ENROLMENT_EXPIRED | PASSKEYS_FULL | PIN_NOT_SET | SESSION_EXPIRED) */
  async execute({ userId, asked, context, epoch }: AddPasskey): Promise<string> {
    const { credential, limit, device } = asked;
    const party = this.passkeys.requireRelyingParty();
    const user = await this.users.current(userId);
    if (!user) throw new RuleBroken('SESSION_EXPIRED');
    let signed = '';
    const made = await verifiedCredential(party, credential, (challenge) => {
      signed = challenge;
      return this.challenges.judge(challenge, purposeOf(user), context.now) === 'valid';
    });
    if (!made || !(await this.challenges.spend(signed))) throw new RuleBroken('ENROLMENT_EXPIRED');
    const after = await this.users.handle(
      userId,
      {
        type: 'EnrolPasskey',
        passkeyId: randomUUID(),
        limit,
        personal: { ...made, device },
        pinMac: user.pinMac,
        epoch,
      },
      context,
    );
    const enrolled = after.passkeys?.find(({ credentialId }) => credentialId === made.credentialId);
    if (!enrolled) throw new RuleBroken('PASSKEY_NOT_FOUND');
    return enrolled.id;
  }
}

const purposeOf = ({ userId, credentialEpoch, pinMac = '' }: User): string =>
  ['enrolment', userId, credentialEpoch, hash('sha256', pinMac, 'hex')].join('\n');
