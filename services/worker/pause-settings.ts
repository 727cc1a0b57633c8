import type { CatalogStream } from '../catalog/catalog-stream.js';
import type { Catalog } from '../catalog/catalog.js';
import { koboFromNaira } from '../contracts/money.js';
import { VendorFloats } from '../purchases/lookup/vendor-floats.js';
import type { Config } from '../runtime/config.js';
import type { PausingConfig, WorkerDeps } from './worker-deps.js';

type Settings = PausingConfig & Pick<Config, 'VENDOR_POST_TIMEOUT' | 'VENDOR_QUERY_TIMEOUT'>;

/** Makes the settings for pausing vendors. `close` closes the connections for balance queries. */
export function pauseSettings(
  config: Settings,
  { catalog, stream }: { readonly catalog: Catalog; readonly stream: CatalogStream },
): { readonly pausing: NonNullable<WorkerDeps['pausing']>; close(): Promise<void> } {
  const floats = new VendorFloats(catalog, config);
  return {
    pausing: {
      catalog,
      stream,
      floats: () => floats.current(),
      rules: {
        success: config.VENDOR_PAUSE_SUCCESS,
        attemptsMin: config.VENDOR_PAUSE_ATTEMPTS,
        windowMs: config.VENDOR_PAUSE_WINDOW,
        unansweredMax: config.VENDOR_PAUSE_UNANSWERED,
        silentMs: config.VENDOR_PAUSE_SILENT,
        float: koboFromNaira(String(config.VENDOR_PAUSE_FLOAT)) ?? 0n,
        probeAfterMs: config.VENDOR_PROBE_AFTER,
      },
    },
    close: () => floats.onApplicationShutdown(),
  };
}
