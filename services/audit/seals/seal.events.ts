import { eventReader, type NewEvent, type Stored } from '../../../infra/event-store/event-store.js';
import type { SignedSeal } from '../../contracts/proofs/signed-seal.js';

export const SEALS_STREAM = 'ledger-seals';

/** A later change of a covered event yields another `rootHash`. */
export type SealEvent = NewEvent<'LedgerSealed', LedgerSealed>;

export interface LedgerSealed {
  /** Hash of the first event. */
  readonly ledgerId: string;
  /** Events covered, from the first. */
  readonly treeSize: number;
  /** Merkle root of their hashes, hexadecimal. */
  readonly rootHash: string;
  /** Roots of the complete subtrees, largest first: a `Sealer` continues from them without reading the log. */
  readonly peaks: readonly string[];
  readonly keyId: string;
  /** Ed25519 over the claims and the time of the event, hexadecimal. */
  readonly signature: string;
  /** Position of the last covered event in stores that have their own. */
  readonly storePosition?: string;
}

export const sealEvent = eventReader<SealEvent>({ LedgerSealed: true });

export const signedSealOf = ({ at, data: { peaks: _, ...claims } }: Stored<SealEvent>): SignedSeal => ({
  version: 1,
  ...claims,
  at,
});
