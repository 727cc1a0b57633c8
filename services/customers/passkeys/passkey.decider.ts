import { RuleBroken } from '../../contracts/errors.js';
import type { Kobo } from '../../contracts/money.js';
import type { PasskeyRevocation, UserEventDraft } from '../user.events.js';
import type { User } from '../user.state.js';
import type { SealedPasskey } from './passkey.state.js';

export const PASSKEYS_MAX = 10;

export type PasskeyCommand =
  | {
      readonly type: 'EnrolPasskey';
      readonly passkeyId: string;
      readonly limit: Kobo;
      readonly personal: SealedPasskey;
      readonly pinMac: string | undefined;
      readonly epoch: number | undefined;
    }
  | {
      readonly type: 'SetPasskeyLimit';
      readonly passkeyId: string;
      readonly limit: Kobo;
      readonly pinMac: string | undefined;
      readonly epoch: number | undefined;
    }
  | { readonly type: 'RevokePasskey'; readonly passkeyId: string }
  | { readonly type: 'RevokePasskeys'; readonly why: PasskeyRevocation };

type Owner = Pick<User, 'userId' | 'passkeys' | 'pinMac' | 'emailVerified'>;

/**
 * @throws RuleBroken(EMAIL_NOT_VERIFIED | PIN_NOT_SET | ENROLMENT_EXPIRED | PASSKEYS_FULL |
 * PASSKEY_NOT_FOUND)
 */
export function decidePasskeys(command: PasskeyCommand, user: Owner): readonly UserEventDraft[] {
  const { userId, passkeys = [] } = user;
  switch (command.type) {
    case 'EnrolPasskey': {
      const { passkeyId, limit, personal, pinMac } = command;
      if (!user.emailVerified) throw new RuleBroken('EMAIL_NOT_VERIFIED');
      requirePin(user, pinMac);
      if (passkeys.some(({ credentialId }) => credentialId === personal.credentialId)) return [];
      if (passkeys.length >= PASSKEYS_MAX) throw new RuleBroken('PASSKEYS_FULL', { most: PASSKEYS_MAX });
      return [
        {
          type: 'PasskeyEnrolled',
          data: { userId, passkeyId, limit: String(limit) },
          personal: { ...personal },
        },
      ];
    }
    case 'SetPasskeyLimit': {
      const { passkeyId, limit, pinMac } = command;
      requirePin(user, pinMac);
      const passkey = passkeys.find(({ id }) => id === passkeyId);
      if (!passkey) throw new RuleBroken('PASSKEY_NOT_FOUND');
      return passkey.limit === limit
        ? []
        : [{ type: 'PasskeyLimitChanged', data: { userId, passkeyId, limit: String(limit) } }];
    }
    case 'RevokePasskey': {
      const { passkeyId } = command;
      if (!passkeys.some(({ id }) => id === passkeyId)) throw new RuleBroken('PASSKEY_NOT_FOUND');
      return [{ type: 'PasskeyRevoked', data: { userId, passkeyId, why: 'removed' } }];
    }
    case 'RevokePasskeys':
      return revokedPasskeys(user, command.why);
  }
}

/**
 * Returns events that revoke all passkeys. Append them together with the event that causes them. Otherwise, a
 * passkey could approve a purchase between the two appends.
 */
export const revokedPasskeys = (
  { userId, passkeys = [] }: Pick<User, 'userId' | 'passkeys'>,
  why: PasskeyRevocation,
): readonly UserEventDraft[] =>
  passkeys.map(({ id }) => ({ type: 'PasskeyRevoked', data: { userId, passkeyId: id, why } }));

/** Refuses the command when the PIN was changed after its check. */
function requirePin({ pinMac }: Owner, proven: string | undefined): void {
  if (pinMac === undefined) throw new RuleBroken('PIN_NOT_SET');
  if (pinMac !== proven) throw new RuleBroken('ENROLMENT_EXPIRED');
}
