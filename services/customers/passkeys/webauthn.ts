import { isIP } from 'node:net';
import type { SignedChallenge } from '../../contracts/fields/http-fields.js';
import type { Passkey, SealedPasskey } from './passkey.state.js';

/**
 * Site for which passkeys are made. A passkey signs only for the `id` and `origin` for which it was
 * made.
 */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

/**
 * Returns the site of `PUBLIC_URL`, or localhost when `PUBLIC_URL` is absent. Returns `undefined`
 * for an IP address, because browsers allow no passkeys there.
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

/** Import the large library only when it is needed, because few processes use it. */
const library = () => import('@simplewebauthn/server');

export const prepareWebauthn = (): void => void library();

/** Algorithms EdDSA, ES256 and RS256, which phones and computers support. */
export const ALGORITHMS = [-8, -7, -257] as const;

export interface NewCredential {
  readonly id: string;
  readonly response: { readonly clientDataJSON: string; readonly attestationObject: string };
}

/**
 * Checks a credential that a device has made. Returns `undefined` unless the device verified its
 * owner and made the credential for an expected challenge.
 */
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
    // Return undefined for every error, because the library throws an error for each invalid
    // answer.
    return undefined;
  }
}

/**
 * Checks a signature and returns its counter. Returns `undefined` unless the device verified its
 * owner and the key signed this challenge.
 */
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
      // Pass the counter 0, so that the library compares no counters. `CounterStore` compares them
      // for all processes.
      credential: { id: credentialId, publicKey: Buffer.from(publicKey, 'base64url'), counter: 0 },
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    return undefined;
  }
}

export function challengeOf({ response }: SignedChallenge): string {
  try {
    const said: unknown = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString());
    const { challenge } = said as { readonly challenge?: unknown };
    return typeof challenge === 'string' ? challenge : '';
  } catch {
    return '';
  }
}
