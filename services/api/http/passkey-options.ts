import { CHALLENGE_LIFETIME_MS } from '../../customers/passkeys/passkey.state.js';
import { ALGORITHMS, type RelyingParty } from '../../customers/passkeys/webauthn.js';
import type { User } from '../../customers/user.state.js';

interface Asked {
  readonly challenge: string;
  readonly party: RelyingParty;
  readonly credentialIds: readonly string[];
}

const key = (id: string) => ({ id, type: 'public-key' }) as const;

/**
 * Options for `navigator.credentials.create`.
 * @param selection additional requirements for the device
 * @param business name of the brand
 */
export const creationOptionsOf = <Selection extends object>(
  { challenge, party, credentialIds }: Asked,
  { userId, email, firstName, lastName }: Pick<User, 'userId' | 'email' | 'firstName' | 'lastName'>,
  selection: Selection,
  business: string,
) => ({
  challenge,
  rp: { id: party.id, name: business },
  user: {
    id: Buffer.from(userId).toString('base64url'),
    name: email,
    displayName: `${firstName} ${lastName}`,
  },
  pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' as const })),
  timeout: CHALLENGE_LIFETIME_MS,
  attestation: 'none' as const,
  excludeCredentials: credentialIds.map(key),
  authenticatorSelection: {
    ...selection,
    residentKey: 'discouraged' as const,
    userVerification: 'required' as const,
  },
});

export const requestOptionsOf = ({ challenge, party, credentialIds }: Asked) => ({
  challenge,
  rpId: party.id,
  timeout: CHALLENGE_LIFETIME_MS,
  userVerification: 'required' as const,
  allowCredentials: credentialIds.map(key),
});
