import type { CallAnswer } from '../../../services/contracts/calls.js';
import type { CallBody } from '../api/call.js';

export type SignedChallenge = NonNullable<CallBody<'adminLogin'>['passkey']>;

/** Challenge of the server, signed with a passkey. Undefined when the person cancels. */
export async function signedChallenge(
  options: CallAnswer<'beginAdminLogin'>['options'],
): Promise<SignedChallenge | undefined> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  try {
    const { id, response } = await startAuthentication({ optionsJSON: options });
    const { clientDataJSON, authenticatorData, signature } = response;
    return { id, response: { clientDataJSON, authenticatorData, signature } };
  } catch {
    return undefined;
  }
}
