import { isIP } from 'node:net';
import type { SignedChallenge } from '../../contracts/fields/http-fields.js';
import type { Passkey, SealedPasskey } from './passkey.state.js';

/** What devices know the product by: a key that was made for one name and origin signs for no other. */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

/**
 * Who asks for signatures: the address that people use, or this machine where none is set. Undefined where browsers make no
 * keys: at an address without a name.
 */
export function relyingPartyOf({
  PUBLIC_URL,
  PORT,
}: {
  readonly PUBLIC_URL?: string | undefined;
  readonly PORT: number;
}): RelyingParty | undefined {
  const { hostname, origin } = new URL(PUBLIC_URL ?? `http://localhost:${PORT}`);
  return isIP(hostname.replace(/^\[|\]$/g, '')) ? undefined : { id: hostname, origin };
}

/** Loaded when a device is first asked to sign: it is large, and few processes ever need it. */
const library = () => import('@simplewebauthn/server');

/** Begins to load what the answer of a device will be checked with. */
export const prepareWebauthn = (): void => void library();

/** EdDSA, ES256 and RS256: what phones and computers have. */
export const ALGORITHMS = [-8, -7, -257] as const;

/** What a device answers that was asked for a key. */
export interface NewCredential {
  readonly id: string;
  readonly response: { readonly clientDataJSON: string; readonly attestationObject: string };
}

/** The key that a device made for this challenge, its owner verified by it; undefined for anything else. */
export async function verifiedCredential(
  { id: expectedRPID, origin: expectedOrigin }: RelyingParty,
  { id, response }: NewCredential,
  isExpected: (challenge: string) => boolean,
): Promise<Omit<SealedPasskey, 'device'> | undefined> {
  const { verifyRegistrationResponse } = await library();
  const answer = { id, rawId: id, response, type: 'public-key', clientExtensionResults: {} } as const;
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: answer,
      expectedChallenge: isExpected,
      expectedOrigin,
      expectedRPID,
      requireUserVerification: true,
      supportedAlgorithmIDs: [...ALGORITHMS],
    });
    if (!verified) return undefined;
    const { id: credentialId, publicKey, counter } = registrationInfo.credential;
    return { credentialId, publicKey: Buffer.from(publicKey).toString('base64url'), counter };
  } catch {
    // The library throws for all that is wrong: none of it is more than a refusal.
    return undefined;
  }
}

/** How often the key has signed, when it signed this challenge and its owner was verified by the device; undefined otherwise. */
export async function verifiedCounter(
  { id: expectedRPID, origin: expectedOrigin }: RelyingParty,
  { credentialId, publicKey }: Pick<Passkey, 'credentialId' | 'publicKey'>,
  { id, response }: SignedChallenge,
  challenge: string,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await library();
  const answer = { id, rawId: id, response, type: 'public-key', clientExtensionResults: {} } as const;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: answer,
      expectedChallenge: challenge,
      expectedOrigin,
      expectedRPID,
      requireUserVerification: true,
      // The counter is compared where all processes see it.
      credential: { id: credentialId, publicKey: Buffer.from(publicKey, 'base64url'), counter: 0 },
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    return undefined;
  }
}

/** What the browser says was signed; empty for what cannot be read, which is no challenge of ours. */
export function challengeOf({ response }: SignedChallenge): string {
  try {
    const said: unknown = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString());
    const { challenge } = said as { readonly challenge?: unknown };
    return typeof challenge === 'string' ? challenge : '';
  } catch {
    return '';
  }
}
