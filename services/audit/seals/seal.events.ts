import { eventReader, type NewEvent, type Stored } from '../../../infra/event-store/event-store.js';
import type { SignedSeal } from '../../contracts/proofs/signed-seal.js';

export const SEALS_STREAM = 'ledger-seals';

/**
 * Seal over the first `treeSize` events. When someone changes one of these events later, the Merkle root no
 * longer equals `rootHash`.
 */
export type SealEvent = NewEvent<'LedgerSealed', LedgerSealed>;

export interface LedgerSealed {
  /** Hash of the first event. */
  readonly ledgerId: string;
  /** Number of events under the seal, counted from the first event. */
  readonly treeSize: number;
  /** Merkle root of the hashes of all events under the seal, hexadecimal. */
  readonly rootHash: string;
  /**
   * Roots of the complete subtrees, largest subtree first. `Sealer` continues from these roots without
   * reading the log.
   */
  readonly peaks: readonly string[];
  readonly keyId: string;
  /** Ed25519 signature of the seal's `sealText`, hexadecimal. */
  readonly signature: string;
  /** EventStoreDB's own position of the last event under the seal. */
  readonly storePosition?: string;
}

export const sealEvent = eventReader<SealEvent>({ LedgerSealed: true });

export const signedSealOf = ({ at, data: { peaks: _, ...claims } }: Stored<SealEvent>): SignedSeal => ({
  version: 1,
  ...claims,
  at,
});
