import type { AuditAnswer } from '../../../services/contracts/admin/audit.contract.js';
import {
  bytesOfHex,
  type Sha256,
  verifyConsistency,
} from '../../../services/contracts/proofs/merkle-proofs.js';
import { type CheckedProof, checkReceiptProof } from '../../../services/contracts/proofs/receipt-proof.js';

type Seal = AuditAnswer<'seals'>['seals'][number];
type Proof = NonNullable<AuditAnswer<'eventProof'>['proof']>;

const owned = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);

const sha256: Sha256 = async (data) => new Uint8Array(await crypto.subtle.digest('SHA-256', owned(data)));

/** True when the browser can compute hashes. `crypto.subtle` exists only on https and on localhost. */
const canHash = (): boolean => 'subtle' in crypto;

const bytes = (hex: string): Uint8Array => bytesOfHex(hex) ?? new Uint8Array();

/** Checks in this browser that the log sealed by `second` begins with the log sealed by `first`. */
export async function growsOutOf(
  first: Seal,
  second: Seal,
  path: readonly string[],
): Promise<boolean | undefined> {
  if (!canHash()) return undefined;
  return verifyConsistency(
    {
      firstSize: first.treeSize,
      firstRoot: bytes(first.rootHash),
      secondSize: second.treeSize,
      secondRoot: bytes(second.rootHash),
      path: path.map(bytes),
    },
    sha256,
  );
}

export async function checkedHere(proof: Proof): Promise<CheckedProof | undefined> {
  if (!canHash()) return undefined;
  const verifyEd25519 = async (publicKey: Uint8Array, text: Uint8Array, signature: Uint8Array) => {
    const key = await crypto.subtle.importKey('raw', owned(publicKey), 'Ed25519', false, ['verify']);
    return crypto.subtle.verify('Ed25519', key, owned(signature), owned(text));
  };
  return checkReceiptProof(proof, { sha256, verifyEd25519 });
}
