import { createHmac, hash, type KeyObject } from 'node:crypto';
import type { InvitationLink } from '../access/access.events.js';

/**
 * Path of the invitation page. The token follows `#` in the link. Browsers send the part after `#` to no
 * server.
 */
export const INVITATION_PATH = '/admininvite';

/**
 * Keyed digest of the random `linkId`, 43 characters. Without the key of the installation, a reader of the
 * log cannot compute the token.
 * @param key from `codeKey`
 */
export const invitationToken = (key: KeyObject, userId: string, linkId: string): string =>
  createHmac('sha256', key).update(`invitation:${userId}:${linkId}`).digest('base64url');

export const invitationDigest = (token: string): string => hash('sha256', token, 'hex');

/** @param publicUrl base URL of the product. Without this URL, the result is a relative address. */
export function invitationAddress(
  key: KeyObject,
  { userId, linkId }: Pick<InvitationLink, 'linkId'> & { readonly userId: string },
  publicUrl: string | undefined,
): string {
  const address = `${INVITATION_PATH}#${invitationToken(key, userId, linkId)}`;
  return publicUrl === undefined ? address : new URL(address, publicUrl).href;
}
