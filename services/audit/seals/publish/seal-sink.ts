import type { SignedSeal } from '../../../contracts/proofs/signed-seal.js';

/** Which seal somebody outside has. */
export type PublishedSeal = Pick<SignedSeal, 'ledgerId' | 'treeSize' | 'rootHash'>;

/** Somebody outside who keeps seals. */
export interface SealSink {
  /** Seals that are given in one go, at most. */
  readonly pageMax: number;
  /** The newest that it has; undefined when it has none. @throws when that cannot be known */
  last(): Promise<PublishedSeal | undefined>;
  /** Takes what comes next, in order. @throws when it was not taken, or not all of it: `last` says how far it came */
  publish(seals: readonly SignedSeal[], signal: AbortSignal): Promise<void>;
}
