import { z } from 'zod';
import { serverOnly } from '../call.js';

/** A seal as an outsider holds it: what the ledger was at a moment, signed. One line of JSON each where seals are published. */
export const SignedSeal = serverOnly(() => {
  const Hash = z.string().regex(/^[0-9a-f]{64}$/);
  return z.object({
    version: z.literal(1),
    /** Hash of the first event of the ledger: says which ledger it is. */
    ledgerId: Hash,
    /** Events covered, from the first. */
    treeSize: z.number().int().min(1),
    /** Root of the Merkle tree (RFC 6962) over the hashes of those events, in the order of the log. */
    rootHash: Hash,
    /** ISO 8601 UTC, milliseconds. */
    at: z.string().max(40),
    /** SHA-256 of the public key. */
    keyId: Hash,
    /** Ed25519 over `sealText`. */
    signature: z.string().regex(/^[0-9a-f]{128}$/),
    /** Where the event store has the last event, in its own words; it is not signed. */
    storePosition: z.string().max(100).optional(),
  });
});
export type SignedSeal = z.output<typeof SignedSeal>;

/** What the signature covers. */
export type SealClaims = Pick<SignedSeal, 'ledgerId' | 'treeSize' | 'rootHash' | 'at' | 'keyId'>;

/** The text that is signed. It never changes: a later version has another first line. */
export const sealText = ({ ledgerId, treeSize, rootHash, at, keyId }: SealClaims): string =>
  `naira-ledger seal v1\nledger ${ledgerId}\nsize ${treeSize}\nroot ${rootHash}\nat ${at}\nkey ${keyId}\n`;
