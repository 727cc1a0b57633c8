import type { KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../../infra/config/settings.js';
import { KEY_VAULT, SECRETS, type KeyVault, type Secrets } from '../../../infra/crypto/key-vault.js';
import { randomUUID } from '../../../infra/host/chance.js';
import { codeKey } from '../../customers/mailed-codes/code-digits.js';
import { RuleBroken } from '../../contracts/errors.js';
import { Users } from '../../customers/users.js';
import { isOwner } from '../access/access.decider.js';
import type { InvitationLink } from '../access/access.events.js';
import { Administrators } from '../administrators.js';
import type { AdministratorSettings } from '../administrators.settings.js';
import { invitationDigest, invitationToken } from './invitation-link.js';
import { invitationByDigest } from './invitation.decider.js';
import type { Invitation } from './invitation.state.js';

export interface Invitee {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

export interface PendingInvitation extends Invitee {
  readonly invitation: Invitation;
  /** `void` means that the administrator who sent the link is no longer an owner. */
  readonly standing: 'open' | 'expired' | 'void';
}

/** Reads invitations from the ledger on every call. Personal data is only in the encrypted field `sealed`. */
@Injectable()
export class Invitations {
  private readonly key: KeyObject;

  constructor(
    private readonly administrators: Administrators,
    private readonly users: Users,
    @Inject(KEY_VAULT) private readonly vault: Pick<KeyVault, 'loadKeys' | 'open'>,
    @Inject(SECRETS) secrets: Pick<Secrets, 'pinPepper'>,
    @Inject(CONFIG) private readonly settings: Pick<AdministratorSettings, 'ADMIN_INVITATION_LIFETIME'>,
  ) {
    this.key = codeKey(secrets.pinPepper);
  }

  newLink(userId: string, inviterId: string, sealed: string, now: Date): InvitationLink {
    const linkId = randomUUID();
    return {
      linkId,
      digest: invitationDigest(invitationToken(this.key, userId, linkId)),
      expiresAt: new Date(now.getTime() + this.settings.ADMIN_INVITATION_LIFETIME).toISOString(),
      inviterId,
      sealed,
    };
  }

  async pending(now: Date): Promise<readonly PendingInvitation[]> {
    const book = await this.administrators.book();
    const known = [...book.values()]
      .flatMap(({ invitation }) => (invitation && invitation.state !== 'withdrawn' ? [invitation] : []))
      .toReversed();
    const pending = await Promise.all(
      known.map(async (invitation) =>
        (await this.users.wasRegistered(invitation.userId))
          ? []
          : [
              {
                invitation,
                ...(await this.invitee(invitation)),
                standing: await this.standingOf(invitation, now),
              },
            ],
      ),
    );
    return pending.flat();
  }

  /**
   * Finds the invitation of a token. Its acceptance may be incomplete, and the caller then finishes it.
   * @throws RuleBroken(INVITATION_INVALID | INVITATION_EXPIRED | INVITATION_USED)
   */
  async ofToken(token: string, now: Date): Promise<Invitee & { readonly invitation: Invitation }> {
    const invitation = invitationByDigest(await this.administrators.book(), invitationDigest(token));
    if (!invitation || invitation.state === 'withdrawn') throw new RuleBroken('INVITATION_INVALID');
    // An account without `emailVerified` comes from an incomplete acceptance, which the caller may finish.
    const isSomebody = await this.users.wasRegistered(invitation.userId);
    if (isSomebody && (await this.users.current(invitation.userId))?.emailVerified)
      throw new RuleBroken('INVITATION_USED');
    const standing = await this.standingOf(invitation, now);
    if (standing === 'expired') throw new RuleBroken('INVITATION_EXPIRED');
    const invitee = await this.invitee(invitation);
    if ((standing === 'void' && !isSomebody) || invitee.email === '')
      throw new RuleBroken('INVITATION_INVALID');
    return { invitation, ...invitee };
  }

  private async standingOf(
    { inviterId, expiresAt }: Invitation,
    now: Date,
  ): Promise<PendingInvitation['standing']> {
    if (expiresAt <= now.toISOString()) return 'expired';
    const inviter = await this.administrators.standing({ userId: inviterId, role: 'admin' });
    return isOwner(inviter) ? 'open' : 'void';
  }

  private async invitee({ userId, sealed }: Invitation): Promise<Invitee> {
    await this.vault.loadKeys([userId]);
    const { email, firstName, lastName } = this.vault.open(userId, sealed) ?? {};
    return { email: text(email), firstName: text(firstName), lastName: text(lastName) };
  }
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
