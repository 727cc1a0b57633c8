import type { EventStore, StreamHead } from '../../../infra/event-store/event-store.js';
import { walletStream } from '../../ledger/streams.js';
import { Newest } from '../newest.state.js';
import { RECENT_MAX, SETTLED_MAX } from '../wallet.limits.js';
import type { Hold, Settled, Wallet } from '../wallet.state.js';

/**
 * Version of the snapshots. Increase it when the meaning of the state changes. Snapshots of a lower
 * version are ignored.
 */
const VERSION = 3;

interface StoredHold extends Omit<Hold, 'price'> {
  readonly price: string;
}

/** Copy of a wallet's state. With this copy, loading the wallet reads only later events. */
interface WalletSnapshot {
  readonly version: number;
  readonly head: StreamHead;
  readonly opened: boolean;
  readonly available: string;
  readonly held: string;
  readonly open: readonly (readonly [string, StoredHold])[];
  readonly settled: readonly (readonly [string, Settled])[];
  readonly settledAll?: true;
  readonly fundings: readonly string[];
  readonly charges: readonly string[];
  readonly recent: readonly (readonly [string, number])[];
  readonly recentSinceMs: number;
  readonly pinless: { readonly day: number; readonly spent: string };
}

export const snapshotKey = (userId: string): string => `wallet/${userId}`;

export const toSnapshot = (wallet: Wallet, head: StreamHead): WalletSnapshot => ({
  version: VERSION,
  head,
  opened: wallet.opened,
  available: String(wallet.available),
  held: String(wallet.held),
  open: Array.from(wallet.open, ([id, hold]) => [id, { ...hold, price: String(hold.price) }] as const),
  settled: [...wallet.settled],
  ...(!wallet.settled.forgets && { settledAll: true as const }),
  fundings: [...wallet.fundings],
  charges: [...wallet.charges],
  recent: [...wallet.recent],
  recentSinceMs: wallet.recentSinceMs,
  pinless: { day: wallet.pinless.day, spent: String(wallet.pinless.spent) },
});

/** Returns undefined when the snapshot is damaged, has another `VERSION`, or belongs to another stream. */
export async function fromSnapshot(
  userId: string,
  stored: unknown,
  eventStore: Pick<EventStore, 'readStream'>,
  settledMax = SETTLED_MAX,
): Promise<{ wallet: Wallet; head: StreamHead } | undefined> {
  const snapshot = stored as WalletSnapshot | undefined;
  if (snapshot?.version !== VERSION) return undefined;
  const { head } = snapshot;
  // Check the revision, because old snapshots have no checksum that would reveal damage.
  if (!Number.isSafeInteger(head?.revision) || head.revision < 0) return undefined;
  const [last] = await eventStore.readStream(walletStream(userId), { from: head.revision, limit: 1 });
  // Compare the hashes, because after a restore of the data folder the stream may lack events that
  // the snapshot includes.
  if (last?.hash !== head.hash) return undefined;
  const wallet = walletIn(snapshot, { userId, lastAt: last.at, settledMax });
  return wallet && { wallet, head };
}

function walletIn(
  snapshot: WalletSnapshot,
  { userId, lastAt, settledMax }: Pick<Wallet, 'userId' | 'lastAt'> & { readonly settledMax: number },
): Wallet | undefined {
  try {
    return {
      userId,
      opened: snapshot.opened,
      revision: snapshot.head.revision,
      lastAt,
      available: BigInt(snapshot.available),
      held: BigInt(snapshot.held),
      open: new Map(snapshot.open.map(([id, hold]) => [id, { ...hold, price: BigInt(hold.price) }])),
      settled: new Newest(settledMax, snapshot.settled, snapshot.settledAll !== true),
      fundings: new Set(snapshot.fundings),
      charges: new Set(snapshot.charges),
      recent: new Newest(RECENT_MAX, snapshot.recent),
      recentSinceMs: snapshot.recentSinceMs,
      pinless: { day: snapshot.pinless.day, spent: BigInt(snapshot.pinless.spent) },
    };
  } catch {
    return undefined;
  }
}
