import { z } from 'zod';
import { serverOnly } from '../call.js';

/**
 * Signed statement about all events of the ledger so far. Published as one line of JSON for readers
 * outside the company.
 */
export const SignedSeal = serverOnly(() => {
  const Hash = z.string().regex(/^[0-9a-f]{64}$/);
  return z.object({
    version: z.literal(1),
    /** Hash of the first event of the ledger, which identifies the ledger. */
    ledgerId: Hash,
    /** Number of events that the seal covers, counted from the first event of the ledger. */
    treeSize: z.number().int().min(1),
    /** Merkle root (RFC 6962) over the hashes of the covered events, in log order. */
    rootHash: Hash,
    at: z.string().max(40),
    /** SHA-256 of the public key that verifies the signature. */
    keyId: Hash,
    signature: z.string().regex(/^[0-9a-f]{128}$/),
    /**
     * Position of the last covered event in EventStoreDB. Absent with other stores. The signature does not
     * cover this field.
     */
    storePosition: z.string().max(100).optional(),
  });
});
export type SignedSeal = z.output<typeof SignedSeal>;

export type SealClaims = Pick<SignedSeal, 'ledgerId' | 'treeSize' | 'rootHash' | 'at' | 'keyId'>;

/**
 * Never change this text, because older seals could no longer be verified. A new version of the text must
 * begin with another line.
 */
export const sealText = ({ ledgerId, treeSize, rootHash, at, keyId }: SealClaims): string =>
  `naira-ledger seal v1\nledger ${ledgerId}\nsize ${treeSize}\nroot ${rootHash}\nat ${at}\nkey ${keyId}\n`;
