import type { EventStore, Stored } from '../../../../infra/event-store/event-store.js';
import { nowMs } from '../../../../infra/host/clock.js';
import { sleep } from '../../../../infra/host/timers.js';
import { type SealEvent, SEALS_STREAM, sealEvent, signedSealOf } from '../seal.events.js';
import type { SignedSeal } from '../../../contracts/proofs/signed-seal.js';

/** How far publishing is. Times are milliseconds since 1970. */
export interface PublishStatus {
  /** Events that the last published seal covers; undefined while nobody knows. */
  readonly treeSize: number | undefined;
  /** Since when a seal waits to be published; undefined when none does. */
  readonly waitingSince: number | undefined;
  /** Tries that failed, since the process began. */
  readonly failures: number;
  /** What the last try failed by; undefined when it did not. */
  readonly fault: string | undefined;
}

type SealReader = Pick<EventStore, 'head' | 'readStream'>;

/** Gives somebody outside each seal of the ledger, in order, from where that one is. */
export class SealPublisher {
  /** Revision of the seal that comes next; undefined while it is not known. */
  private next: number | undefined;
  private published: number | undefined;

  constructor(
    private readonly store: SealReader,
    private readonly sink: SealSink,
  ) {}

  /** Events that the last published seal covers; 0 when none is, undefined while nobody knows. */
  get treeSize(): number | undefined {
    return this.published;
  }

  /** Publishes all that is missing. @throws when it could not: the next call asks the other side how far it is */
  async publish(signal: AbortSignal): Promise<void> {
    try {
      this.next ??= await this.nextAfter(await this.sink.last());
      while (!signal.aborted) {
        const page = await this.store.readStream(SEALS_STREAM, { from: this.next, limit: this.sink.pageMax });
        if (page.length === 0) return;
        const seals = page.map(sealEvent).filter((seal) => seal !== undefined);
        await this.sink.publish(seals.map(signedSealOf), signal);
        this.next += page.length;
        this.published = seals.at(-1)?.data.treeSize ?? this.published;
      }
    } catch (error) {
      this.next = this.published = undefined;
      throw error;
    }
  }

  private async nextAfter(last: PublishedSeal | undefined): Promise<number> {
    this.published = last?.treeSize ?? 0;
    if (!last) return 0;
    const { revision } = await this.store.head(SEALS_STREAM);
    let [from, to] = [0, revision + 1];
    // The first of those that do not cover less: each covers more than the one before it.
    while (from < to) {
      const middle = Math.floor((from + to) / 2);
      const seal = await this.sealAt(middle);
      if (seal && seal.data.treeSize < last.treeSize) from = middle + 1;
      else to = middle;
    }
    const found = from <= revision ? await this.sealAt(from) : undefined;
    const { treeSize, rootHash, ledgerId } = found?.data ?? {};
    if (treeSize === last.treeSize && rootHash === last.rootHash && ledgerId === last.ledgerId)
      return from + 1;
    throw new Error(
      `the seal of ${last.treeSize} events that was published is not in this ledger: it is another one, or was rolled back or changed. Keep what was published, and compare with verify --seals; after a restore name another SEAL_PUBLISH`,
    );
  }

  private async sealAt(revision: number): Promise<Stored<SealEvent> | undefined> {
    const [event] = await this.store.readStream(SEALS_STREAM, { from: revision, limit: 1 });
    return event && sealEvent(event);
  }
}

export interface KeepPublishing {
  readonly store: SealReader;
  readonly sink: SealSink;
  readonly everyMs: number;
  readonly signal: AbortSignal;
  /** Whether it is this process that publishes; default always. */
  readonly inOffice?: () => boolean;
  readonly onStatus?: (status: PublishStatus) => void;
  readonly onFault: (error: unknown) => void;
  readonly now?: () => number;
  readonly pause?: (ms: number) => Promise<unknown>;
}

const PAUSE_MS_MAX = 300_000;

/**
 * Publishes what is missing again and again, beside sealing, which never waits for it. After faults it waits longer and longer, up to
 * five minutes. Resolves after the signal.
 */
export async function keepPublishing(options: KeepPublishing): Promise<void> {
  const { store, sink, everyMs, signal, inOffice = () => true, onStatus, onFault } = options;
  const { now = nowMs } = options;
  const { pause = (ms: number) => sleep(ms, undefined, { signal, ref: false }).catch(() => undefined) } =
    options;
  let publisher = new SealPublisher(store, sink);
  let status: PublishStatus = { treeSize: undefined, waitingSince: undefined, failures: 0, fault: undefined };
  const tell = (change: Partial<PublishStatus>): void => onStatus?.((status = { ...status, ...change }));
  for (let inARow = 0; !signal.aborted;) {
    if (inOffice())
      try {
        await publisher.publish(signal);
        inARow = 0;
        tell({ treeSize: publisher.treeSize, waitingSince: undefined, fault: undefined });
      } catch (error) {
        if (signal.aborted) return;
        inARow += 1;
        const fault = error instanceof Error ? error.message : String(error);
        tell({ failures: status.failures + 1, fault, waitingSince: status.waitingSince ?? now() });
        onFault(error);
      }
    else {
      // Whoever takes office anew does not know what was published meanwhile.
      publisher = new SealPublisher(store, sink);
      inARow = 0;
      tell({ treeSize: undefined, waitingSince: undefined, fault: undefined });
    }
    await pause(Math.min(everyMs * 2 ** Math.min(inARow, 30), Math.max(everyMs, PAUSE_MS_MAX)));
  }
}

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
