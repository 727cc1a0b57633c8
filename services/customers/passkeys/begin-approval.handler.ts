import { now as currentTime } from '../../../infra/host/clock.js';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { RuleBroken } from '../../contracts/errors.js';
import { Users } from '../users.js';
import type { Passkey } from './passkey.state.js';
import { Passkeys, type SignedPurchase } from './passkeys.js';
import { type RelyingParty, prepareWebauthn } from './webauthn.js';

export interface PasskeyApproval {
  readonly challenge: string;
  readonly party: RelyingParty;
  readonly passkey: Passkey;
}

export class BeginApproval extends Query<PasskeyApproval> {
  constructor(
    readonly userId: string,
    readonly passkeyId: string,
    readonly purchase: SignedPurchase,
    readonly now: Date = currentTime(),
  ) {
    super();
  }
}

@QueryHandler(BeginApproval)
export class BeginApprovalHandler implements IQueryHandler<BeginApproval> {
  constructor(
    private readonly users: Users,
    private readonly passkeys: Passkeys,
  ) {}

  /** @throws RuleBroken(PASSKEYS_UNAVAILABLE | PASSKEY_NOT_FOUND | PASSKEY_LIMIT | PIN_NOT_SET | PIN_LOCKED) */
  async execute({ userId, passkeyId, purchase, now }: BeginApproval): Promise<PasskeyApproval> {
    const party = this.passkeys.requireRelyingParty();
    const user = await this.users.current(userId);
    const passkey = user?.passkeys?.find(({ id }) => id === passkeyId);
    if (!user || !passkey) throw new RuleBroken('PASSKEY_NOT_FOUND');
    prepareWebauthn();
    return { challenge: await this.passkeys.challengeFor(user, passkey, purchase, now), party, passkey };
  }
}
