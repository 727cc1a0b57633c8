import { eventReader, type NewEvent, type Stored } from '../../../infra/event-store/event-store.js';
import type { SignedSeal } from '../../contracts/proofs/signed-seal.js';

export const SEALS_STREAM = 'ledger-seals';

/** Seal over the first `treeSize` events. If one of them is changed later, `rootHash` no longer matches. */
export type SealEvent = NewEvent<'LedgerSealed', LedgerSealed>;

export interface LedgerSealed {
  /** Hash of the first event. */
  readonly ledgerId: string;
  /** Number of covered events, counted from the first event. */
  readonly treeSize: number;
  /** Merkle root of the hashes of the covered events, hexadecimal. */
  readonly rootHash: string;
  /**
   * Roots of the complete subtrees, largest first, from which a `Sealer` continues without reading the log.
   */
  readonly peaks: readonly string[];
  readonly keyId: string;
  /** Ed25519 signature of the text that `sealText` makes of the seal, hexadecimal. */
  readonly signature: string;
  /**
   * Store's internal position of the last covered event, as in EventStoreDB; absent in other
   * stores.
   */
  readonly storePosition?: string;
}

export const sealEvent = eventReader<SealEvent>({ LedgerSealed: true });

export const signedSealOf = ({ at, data: { peaks: _, ...claims } }: Stored<SealEvent>): SignedSeal => ({
  version: 1,
  ...claims,
  at,
});
