import type { EventStore, Stored } from '../../../../infra/event-store/event-store.js';
import { nowMs } from '../../../../infra/host/clock.js';
import { sleep } from '../../../../infra/host/timers.js';
import { type SealEvent, SEALS_STREAM, sealEvent, signedSealOf } from '../seal.events.js';
import type { SignedSeal } from '../../../contracts/proofs/signed-seal.js';

/** Times are Unix ms. */
export interface PublishStatus {
  readonly treeSize: number | undefined;
  /**
   * Unix ms of the first failed publication after the last success. Undefined while publishing
   * works.
   */
  readonly waitingSince: number | undefined;
  readonly failures: number;
  readonly fault: string | undefined;
}

type SealReader = Pick<EventStore, 'head' | 'readStream'>;

/** Sends seals to a `SealSink` in order, beginning with the first seal that the sink lacks. */
export class SealPublisher {
  private next: number | undefined;
  private published: number | undefined;

  constructor(
    private readonly store: SealReader,
    private readonly sink: SealSink,
  ) {}

  /**
   * Number of events that the last published seal covers. 0 before the first seal. Undefined before the first
   * publication and after a failed one.
   */
  get treeSize(): number | undefined {
    return this.published;
  }

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
  readonly inOffice?: () => boolean;
  readonly onStatus?: (status: PublishStatus) => void;
  readonly onFault: (error: unknown) => void;
  readonly now?: () => number;
  readonly pause?: (ms: number) => Promise<unknown>;
}

const PAUSE_MS_MAX = 300_000;

/** Each failure doubles the pause before the next attempt, up to `PAUSE_MS_MAX`. */
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
      // Begin again with a new publisher, because another process may be publishing now. The new publisher
      // first asks `sink.last`.
      publisher = new SealPublisher(store, sink);
      inARow = 0;
      tell({ treeSize: undefined, waitingSince: undefined, fault: undefined });
    }
    await pause(Math.min(everyMs * 2 ** Math.min(inARow, 30), Math.max(everyMs, PAUSE_MS_MAX)));
  }
}

export type PublishedSeal = Pick<SignedSeal, 'ledgerId' | 'treeSize' | 'rootHash'>;

export interface SealSink {
  /** Most seals per `publish`. */
  readonly pageMax: number;
  /** Returns the newest seal that the sink has stored. */
  last(): Promise<PublishedSeal | undefined>;
  /**
   * Stores the next seals in order.
   * @throws when a seal was not stored. `last` then returns the newest seal that was stored.
   */
  publish(seals: readonly SignedSeal[], signal: AbortSignal): Promise<void>;
}
