import { systemContext } from '../../../infra/event-store/event-context.js';
import { nowMs } from '../../../infra/host/clock.js';
import { sleep } from '../../../infra/host/timers.js';
import type { CatalogStream } from '../catalog-stream.js';
import type { Catalog } from '../catalog.js';
import { openProbe, probeIsDue, PROBE_WITHIN_MS } from './automatic-pause.decider.js';

const LOOK_EVERY_MS = 500;

export interface KeepProbingOptions {
  readonly catalog: Pick<Catalog, 'state' | 'pauseOf' | 'probes'>;
  readonly stream: Pick<CatalogStream, 'decide'>;
  readonly signal: AbortSignal;
  readonly onFault: (error: unknown) => void;
  readonly now?: () => number;
  readonly everyMs?: number;
}

/**
 * Opens the probes (test purchases at paused vendors) that purchases have requested. Only the process that
 * appended `VendorProbeOpened` may use the probe, and only before `until` of this event.
 */
export function keepProbing({
  signal,
  onFault,
  everyMs = LOOK_EVERY_MS,
  ...probing
}: KeepProbingOptions): void {
  void lookNowAndThen();

  async function lookNowAndThen(): Promise<void> {
    while (!signal.aborted) {
      await sleep(everyMs, undefined, { signal, ref: false }).catch(() => undefined);
      if (!signal.aborted) await openProbes(probing).catch(onFault);
    }
  }
}

export async function openProbes({
  catalog,
  stream,
  now = nowMs,
}: Pick<KeepProbingOptions, 'catalog' | 'stream' | 'now'>): Promise<void> {
  for (const { service, vendor } of catalog.probes.takeWanted()) {
    const pause = catalog.pauseOf(service, vendor);
    if (!pause || !probeIsDue(pause, now())) continue;
    let until = 0;
    const [opened] = await stream.decide(
      (state) => {
        const nowMs = now();
        until = nowMs + PROBE_WITHIN_MS;
        return openProbe(service, vendor, state, nowMs);
      },
      systemContext(new Date(now())),
    );
    const { id: pauseId } = pause;
    if (opened) catalog.probes.hold(service, vendor, { probeId: opened.id, pauseId, until });
  }
}
