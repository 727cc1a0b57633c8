import { createHmac, hash, type KeyObject } from 'node:crypto';
import type { InvitationLink } from '../access/access.events.js';

/** Where an invitation is accepted. What opens it stands behind the #, which browsers send to no server. */
export const INVITATION_PATH = '/admininvite';

/**
 * The token of a link, 43 characters: a keyed digest of its random id. As with mailed codes the log holds the id and the
 * installation the key; whoever writes the mail can work it out, and nobody else.
 * @param key from `codeKey`
 */
export const invitationToken = (key: KeyObject, userId: string, linkId: string): string =>
  createHmac('sha256', key).update(`invitation:${userId}:${linkId}`).digest('base64url');

/** What is stored of a token. */
export const invitationDigest = (token: string): string => hash('sha256', token, 'hex');

/** The address that is mailed. @param publicUrl where people find the product; without it the address begins at its root */
export function invitationAddress(
  key: KeyObject,
  { userId, linkId }: Pick<InvitationLink, 'linkId'> & { readonly userId: string },
  publicUrl: string | undefined,
): string {
  const address = `${INVITATION_PATH}#${invitationToken(key, userId, linkId)}`;
  return publicUrl === undefined ? address : new URL(address, publicUrl).href;
}
