import { Inject, Injectable } from '@nestjs/common';
import type { EventContext } from '../../infra/event-store/event-context.js';
import { systemContext } from '../../infra/event-store/event-context.js';
import { EVENT_STORE, type EventStore } from '../../infra/event-store/event-store.js';
import { isOwner } from '../administrators/access/access.decider.js';
import { OtherHand } from '../administrators/access/other-hand.js';
import { Administrators } from '../administrators/administrators.js';
import { SecondFactors } from '../administrators/second-factor/second-factors.js';
import { RuleBroken } from '../contracts/errors.js';
import { EventContexts } from '../customers/event-contexts.js';
import { PasswordDoor } from '../customers/login/password-door.js';

export interface OwnerProof {
  readonly email: string;
  readonly password: string;
  /** Code from the authenticator app, or a recovery code. */
  readonly code?: string | undefined;
}

/** All owners share this address, so their failed logins at the command line are counted together. */
const COMMAND_LINE = { address: '127.0.0.1', device: 'command line' };

@Injectable()
export class Owners {
  private readonly otherHand: OtherHand;

  constructor(
    @Inject(PasswordDoor) private readonly door: Pick<PasswordDoor, 'recognise' | 'giveBack'>,
    @Inject(SecondFactors) private readonly secondFactors: Pick<SecondFactors, 'prove' | 'mustEnrol'>,
    private readonly administrators: Administrators,
    private readonly contexts: EventContexts,
    @Inject(EVENT_STORE) eventStore: Pick<EventStore, 'readAll' | 'readWanted'>,
  ) {
    this.otherHand = new OtherHand(eventStore, administrators);
  }

  /**
   * Checks the password and the second factor of an administrator. Returns the `EventContext` if the
   * administrator is an owner.
   * @throws RuleBroken(LOGIN_FAILED | LOGIN_LOCKED | PERMISSION_MISSING | SECOND_FACTOR_NEEDED), and errors of
   * `prove`
   */
  async proven({ email, password, code }: OwnerProof): Promise<EventContext> {
    const { address } = COMMAND_LINE;
    const recognised = await this.door.recognise({ email, password, roles: ['admin', 'auditor'], address });
    const { user } = recognised;
    await this.secondFactors.prove(user, code, systemContext());
    await this.door.giveBack(recognised);
    const standing = await this.administrators.standing(user);
    if (!isOwner(standing)) throw new RuleBroken('PERMISSION_MISSING', { permission: 'owner' });
    if (this.secondFactors.mustEnrol({ secondFactor: standing.enrolmentId !== undefined }))
      throw new RuleBroken('SECOND_FACTOR_NEEDED');
    return this.contexts.of({ userId: user.userId, role: 'admin' }, COMMAND_LINE);
  }

  /** @throws RuleBroken(PERMISSION_MISSING) when the person is no longer an owner */
  async mustStillBeOwner(userId: string): Promise<void> {
    if (!isOwner(await this.administrators.standing({ userId, role: 'admin' })))
      throw new RuleBroken('PERMISSION_MISSING', { permission: 'owner' });
  }

  /** @throws RuleBroken(APPROVAL_SAME_HAND) when the owners count as one, and another owner could agree */
  mustBeOtherHands(one: string, other: string): Promise<void> {
    return this.otherHand.require(one, other, systemContext().now);
  }

  /** ISO 8601. `undefined` for an owner who was not invited. */
  acceptedAt(userId: string): Promise<string | undefined> {
    return this.administrators.givenAt(userId, ['owner']);
  }
}
