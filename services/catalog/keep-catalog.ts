import type { EventStore } from '../../infra/event-store/event-store.js';
import { nowMs } from '../../infra/host/clock.js';
import { sleep } from '../../infra/host/timers.js';
import { CatalogStream } from './catalog-stream.js';
import { Catalog } from './catalog.js';
import { keepProbing } from './routing/keep-probing.js';
import type { VendorRowSettings } from './vendor-rows.js';

export const CATALOG_LOOK_MS = 500;

export interface KeepCatalogOptions {
  readonly stream: Pick<CatalogStream, 'catchUp' | 'look'>;
  readonly moments?: Pick<CatalogStream, 'nextMoment' | 'settleDue'>;
  readonly signal: AbortSignal;
  readonly onFault: (error: unknown) => void;
  readonly everyMs?: number;
}

/**
 * Starts to read the stream `catalog` repeatedly. The promise resolves when the catalog is up to date and all
 * price changes that are due have been applied or refused.
 */
export async function keepCatalog({
  stream,
  moments,
  signal,
  onFault,
  everyMs = CATALOG_LOOK_MS,
}: KeepCatalogOptions): Promise<void> {
  await stream.catchUp();
  await moments?.settleDue().catch(onFault);
  void lookNowAndThen();

  async function lookNowAndThen(): Promise<void> {
    while (!signal.aborted) {
      await sleep(pauseMs(), undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      await stream.look().catch(onFault);
      await moments?.settleDue().catch(onFault);
    }
  }

  /**
   * Returns the milliseconds to wait before the next read. Waits at most `everyMs`, and not beyond
   * the next scheduled change.
   */
  function pauseMs(): number {
    const until = (moments?.nextMoment ?? Infinity) - nowMs();
    return until > 0 ? Math.min(everyMs, until) : everyMs;
  }
}

export interface OpenCatalogOptions {
  readonly config: VendorRowSettings;
  readonly eventStore: Pick<EventStore, 'head' | 'readStream' | 'append' | 'changesLike'>;
  readonly onFault: (error: unknown) => void;
}

export async function openCatalog({ config, eventStore, onFault }: OpenCatalogOptions): Promise<{
  readonly catalog: Catalog;
  readonly stream: CatalogStream;
  close(): void;
}> {
  const catalog = new Catalog(config);
  const closing = new AbortController();
  const { signal } = closing;
  const stream = new CatalogStream(catalog, eventStore);
  await keepCatalog({ stream, signal, onFault });
  keepProbing({ catalog, stream, signal, onFault });
  return { catalog, stream, close: () => closing.abort() };
}
