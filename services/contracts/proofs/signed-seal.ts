import { z } from 'zod';
import { serverOnly } from '../call.js';

/** Signed state of the ledger, published as a line of JSON for readers outside the company. */
export const SignedSeal = serverOnly(() => {
  const Hash = z.string().regex(/^[0-9a-f]{64}$/);
  return z.object({
    version: z.literal(1),
    /** Hash of the first event. It identifies the ledger. */
    ledgerId: Hash,
    /** Number of events that the seal covers, counted from the first event. */
    treeSize: z.number().int().min(1),
    /** Merkle root (RFC 6962) over the event hashes in log order. */
    rootHash: Hash,
    at: z.string().max(40),
    /** SHA-256 of the public key. */
    keyId: Hash,
    signature: z.string().regex(/^[0-9a-f]{128}$/),
    /** Position of the last event in the event store's own format. Not part of the signed text. */
    storePosition: z.string().max(100).optional(),
  });
});
export type SignedSeal = z.output<typeof SignedSeal>;

export type SealClaims = Pick<SignedSeal, 'ledgerId' | 'treeSize' | 'rootHash' | 'at' | 'keyId'>;

/**
 * Signed text of a seal. Never change this text, because the signatures of older seals would no longer match.
 * A new version needs a new first line.
 */
export const sealText = ({ ledgerId, treeSize, rootHash, at, keyId }: SealClaims): string =>
  `naira-ledger seal v1\nledger ${ledgerId}\nsize ${treeSize}\nroot ${rootHash}\nat ${at}\nkey ${keyId}\n`;
