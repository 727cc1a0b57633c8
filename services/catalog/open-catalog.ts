import type { EventStore } from '../../infra/event-store/event-store.js';
import { CatalogStream } from './catalog-stream.js';
import { Catalog } from './catalog.js';
import { keepCatalog } from './keep-catalog.js';
import type { VendorRowSettings } from './vendor-rows.js';

export interface OpenCatalogOptions {
  readonly config: VendorRowSettings;
  readonly eventStore: Pick<EventStore, 'head' | 'readStream' | 'append'>;
  readonly onFault: (error: unknown) => void;
}

/** A catalogue as it stands now, and kept current until it is closed. For processes that only ask it. */
export async function openCatalog({
  config,
  eventStore,
  onFault,
}: OpenCatalogOptions): Promise<{ readonly catalog: Catalog; close(): void }> {
  const catalog = new Catalog(config);
  const closing = new AbortController();
  const stream = new CatalogStream(catalog, eventStore);
  await keepCatalog({ stream, signal: closing.signal, onFault });
  return { catalog, close: () => closing.abort() };
}
