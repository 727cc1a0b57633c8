import { appendSurely } from '../../../infra/event-store/decide-and-append.js';
import { fact, systemContext } from '../../../infra/event-store/event-context.js';
import {
  readHashes,
  type EventStore,
  RevisionConflict,
  type StreamHead,
} from '../../../infra/event-store/event-store.js';
import { nowMs } from '../../../infra/host/clock.js';
import { breathe, sleep } from '../../../infra/host/timers.js';
import type { SignedSeal } from '../../contracts/proofs/signed-seal.js';
import { digestOf, entriesOf, HASH_BYTES, hexOf, MerkleFrontier } from './merkle-tree.js';
import { type LedgerSealed, SEALS_STREAM, sealEvent } from './seal.events.js';
import type { SealKey } from './seal-key.js';

/**
 * Number of event hashes in one read. Such a read takes a few milliseconds, so that other work of the thread
 * hardly waits.
 */
const PAGE = 1_024;

export type SealedStore = Pick<EventStore, 'append' | 'head' | 'readStream' | 'readAll' | 'readHashes'>;

interface Sealed {
  readonly head: StreamHead;
  readonly treeSize: number;
  readonly sealedAt: number | undefined;
  readonly frontier: MerkleFrontier;
  readonly ledgerId: string | undefined;
  news: boolean;
  storePosition: string | undefined;
}

export interface SealingStatus {
  /**
   * Number of events that the last seal covers. 0 before the first seal. Undefined until the last seal is read.
   */
  readonly treeSize: number | undefined;
  /** Unix ms of the last seal. Undefined before the first seal. */
  readonly sealedAt: number | undefined;
  /** Unix ms of the first failed sealing after the last success. Undefined while sealing works. */
  readonly failingSince: number | undefined;
  readonly failures: number;
  readonly fault: string | undefined;
  readonly stopped: boolean;
}

/** Error when the last seal does not match the events of the ledger. */
export class SealBroken extends Error {
  override readonly name = 'SealBroken';
}

/**
 * Appends a seal when there are events without a seal. When several processes seal at the same
 * time, only the first append succeeds.
 */
export class Sealer {
  private sealed: Sealed | undefined;

  get last(): Pick<SealingStatus, 'treeSize' | 'sealedAt'> | undefined {
    return this.sealed && { treeSize: this.sealed.treeSize, sealedAt: this.sealed.sealedAt };
  }

  constructor(
    private readonly store: SealedStore,
    private readonly key: SealKey,
    private readonly now: () => Date = () => new Date(nowMs()),
  ) {}

  /**
   * Returns undefined when no event is new, when another process sealed first, or when `signal` aborted.
   * @throws SealBroken, AppendOutcomeUnknown, StoreUnavailable
   */
  async seal(signal: AbortSignal): Promise<SignedSeal | undefined> {
    this.sealed ??= await this.lastSealed(signal);
    const { sealed } = this;
    if (!sealed || !(await this.readOn(sealed, signal)) || !sealed.news) return undefined;
    try {
      return await this.append(sealed);
    } catch (error) {
      // Forget the last seal, so that the next call of `seal` reads it from the store. Another
      // process may have appended a newer seal.
      this.sealed = undefined;
      if (error instanceof RevisionConflict) return undefined;
      throw error;
    }
  }

  /** Undefined when `signal` aborted. */
  private async lastSealed(signal: AbortSignal): Promise<Sealed | undefined> {
    const [last] = await this.store.readStream(SEALS_STREAM, { direction: 'backwards', limit: 1 });
    const seal = last && sealEvent(last);
    if (!seal) {
      const head = await this.store.head(SEALS_STREAM);
      const frontier = new MerkleFrontier();
      const none = { ledgerId: undefined, sealedAt: undefined, storePosition: undefined };
      return { head, treeSize: 0, frontier, news: false, ...none };
    }
    const { treeSize, rootHash, ledgerId } = seal.data;
    const frontier = frontierOf(seal.data) ?? (await this.scanned(treeSize, signal));
    if (!frontier) return undefined;
    if (hexOf(frontier.root()) !== rootHash)
      throw new SealBroken(`the seal of ${treeSize} events has another root than the ledger`);
    const head = { revision: seal.revision, hash: seal.hash };
    const sealedAt = Date.parse(seal.at);
    return { head, treeSize, sealedAt, frontier, ledgerId, news: false, storePosition: undefined };
  }

  private async scanned(treeSize: number, signal: AbortSignal): Promise<MerkleFrontier | undefined> {
    const frontier = new MerkleFrontier();
    while (frontier.size < treeSize) {
      const { hashes } = await readHashes(
        this.store,
        frontier.size,
        Math.min(PAGE, treeSize - frontier.size),
      );
      if (hashes.length === 0)
        throw new SealBroken(`the last seal covers ${treeSize} events, and the ledger has ${frontier.size}`);
      for (const entry of entriesOf(hashes)) frontier.add(entry);
      await breathe();
      if (signal.aborted) return undefined;
    }
    return frontier;
  }

  private async readOn(sealed: Sealed, signal: AbortSignal): Promise<boolean> {
    const own = Buffer.from(sealed.head.hash, 'hex');
    for (;;) {
      const page = await readHashes(this.store, sealed.frontier.size, PAGE);
      const { hashes } = page;
      for (const hash of entriesOf(hashes)) {
        sealed.frontier.add(hash);
        if (!own.equals(hash)) sealed.news = true;
      }
      sealed.storePosition = page.storePosition ?? sealed.storePosition;
      if (hashes.length < PAGE * HASH_BYTES) return !signal.aborted;
      await breathe();
      if (signal.aborted) return false;
    }
  }

  private async append(sealed: Sealed): Promise<SignedSeal> {
    const { frontier, head, storePosition } = sealed;
    const ledgerId = sealed.ledgerId ?? (await this.firstHash());
    const context = systemContext(this.now());
    const claims = {
      ledgerId,
      treeSize: frontier.size,
      rootHash: hexOf(frontier.root()),
      at: context.now.toISOString(),
    };
    const signed = { ...claims, keyId: this.key.keyId, signature: this.key.sign(claims) };
    const position = storePosition === undefined ? {} : { storePosition };
    const { at, ...told } = signed;
    const data: LedgerSealed = {
      ...told,
      peaks: frontier.peaks.map(hexOf),
      ...position,
    };
    const appended = await appendSurely(this.store, SEALS_STREAM, head, [
      fact('LedgerSealed', data, context),
    ]);
    const now = { treeSize: frontier.size, sealedAt: context.now.getTime() };
    this.sealed = { ...sealed, ...now, head: appended.head, ledgerId, news: false };
    return { version: 1, ...told, at, ...position };
  }

  private async firstHash(): Promise<string> {
    const { hashes } = await readHashes(this.store, 0, 1);
    return hashes.toString('hex');
  }
}

/** Returns undefined when the `peaks` of the seal do not match its `treeSize` and `rootHash`. */
function frontierOf({ treeSize, rootHash, peaks }: LedgerSealed): MerkleFrontier | undefined {
  try {
    const frontier = new MerkleFrontier(treeSize, peaks.map(digestOf));
    return hexOf(frontier.root()) === rootHash ? frontier : undefined;
  } catch {
    return undefined;
  }
}

export interface KeepSealing {
  readonly store: SealedStore;
  readonly key: SealKey;
  readonly everyMs: number;
  readonly signal: AbortSignal;
  readonly inOffice?: () => boolean;
  readonly onSealed?: (seal: SignedSeal) => void;
  readonly onStatus?: (status: SealingStatus) => void;
  readonly onFault: (error: unknown) => void;
}

const NOTHING = { treeSize: undefined, sealedAt: undefined } as const;
const WELL = { failingSince: undefined, fault: undefined, stopped: false } as const;

export async function keepSealing(options: KeepSealing): Promise<void> {
  const { store, key, everyMs, signal, inOffice = () => true, onSealed, onStatus, onFault } = options;
  let status: SealingStatus = { ...NOTHING, ...WELL, failures: 0 };
  const tell = (change: Partial<SealingStatus>): void => onStatus?.((status = { ...status, ...change }));
  let sealer = new Sealer(store, key);
  let before = false;
  while (!signal.aborted) {
    await sleep(everyMs, undefined, { signal, ref: false }).catch(() => undefined);
    if (signal.aborted) return;
    const now = inOffice();
    // Read the last seal again, because another process may have appended a newer seal.
    if (now && !before) sealer = new Sealer(store, key);
    before = now;
    if (!now) {
      tell({ ...WELL, ...NOTHING });
      continue;
    }
    try {
      const seal = await sealer.seal(signal);
      if (seal) onSealed?.(seal);
      tell({ ...WELL, ...sealer.last });
    } catch (error) {
      if (signal.aborted) return;
      const stopped = error instanceof SealBroken;
      const fault = error instanceof Error ? error.message : String(error);
      const failingSince = status.failingSince ?? nowMs();
      tell({ fault, stopped, failingSince, failures: status.failures + 1 });
      onFault(error);
      if (stopped) return;
    }
  }
}
