import { eventReader, type NewEvent, type Stored } from '../../../infra/event-store/event-store.js';
import type { SignedSeal } from '../../contracts/proofs/signed-seal.js';

export const SEALS_STREAM = 'ledger-seals';

/**
 * Seal over the first `treeSize` events. A later change of one of these events leads to a Merkle
 * root that differs from `rootHash`.
 */
export type SealEvent = NewEvent<'LedgerSealed', LedgerSealed>;

export interface LedgerSealed {
  /** Hash of the first event of the ledger. */
  readonly ledgerId: string;
  /** Number of events that the seal covers, counted from the first event of the ledger. */
  readonly treeSize: number;
  /** Merkle root (hexadecimal) over the hashes of all events that the seal covers. */
  readonly rootHash: string;
  /**
   * Roots of the complete subtrees of the Merkle tree, largest subtree first. With these roots,
   * `Sealer` continues the tree without reading older events.
   */
  readonly peaks: readonly string[];
  readonly keyId: string;
  /** Ed25519 signature (hexadecimal) of the `sealText` of the seal. */
  readonly signature: string;
  /** Position of the last covered event in EventStoreDB. Absent with other stores. */
  readonly storePosition?: string;
}

export const sealEvent = eventReader<SealEvent>({ LedgerSealed: true });

export const signedSealOf = ({ at, data: { peaks: _, ...claims } }: Stored<SealEvent>): SignedSeal => ({
  version: 1,
  ...claims,
  at,
});
