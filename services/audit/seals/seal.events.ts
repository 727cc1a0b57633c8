import { eventReader, type NewEvent, type Stored } from '../../../infra/event-store/event-store.js';
import type { SignedSeal } from '../../contracts/proofs/signed-seal.js';

/** The one stream of all seals. */
export const SEALS_STREAM = 'ledger-seals';

/** What the ledger was: any later change to one of the events covered gives another root. */
export type SealEvent = NewEvent<'LedgerSealed', LedgerSealed>;

export interface LedgerSealed {
  /** Hash of the first event of the ledger. */
  readonly ledgerId: string;
  /** Events covered, from the first, earlier seals among them. */
  readonly treeSize: number;
  /** Root of the Merkle tree over their hashes, hexadecimal. */
  readonly rootHash: string;
  /** Roots of its whole subtrees, largest first: a sealer goes on from them without reading the log again. */
  readonly peaks: readonly string[];
  /** Which key signed. */
  readonly keyId: string;
  /** Ed25519 over the claims and the time of the event, hexadecimal. */
  readonly signature: string;
  /** Where an event store with positions of its own has the last event covered. */
  readonly storePosition?: string;
}

/** The event with the shape its type says; undefined for a type that this version does not know. */
export const sealEvent = eventReader<SealEvent>({ LedgerSealed: true });

/** A seal as whoever does not have the ledger holds it. */
export const signedSealOf = ({ at, data: { peaks: _, ...claims } }: Stored<SealEvent>): SignedSeal => ({
  version: 1,
  ...claims,
  at,
});
