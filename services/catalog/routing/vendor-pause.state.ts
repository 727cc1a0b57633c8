import type { Service } from '../../contracts/services.js';
import type { CatalogFact, CatalogState } from '../catalog.state.js';

/** Nothing new of the service is sent to the vendor. Times are milliseconds since 1970. */
export interface Pause {
  /** Of the event that paused it, the first one where its probes failed since. */
  readonly id: string;
  readonly service: Service;
  readonly vendor: number;
  readonly reason: string;
  readonly since: number;
  /** Id of the administrator; `system` where the product did so by itself. */
  readonly by: string;
  /** Absent when a person paused it: then a person resumes it. */
  readonly automatic?: AutomaticPause;
}

export interface AutomaticPause {
  readonly cause: 'success' | 'float';
  readonly times: number;
  /** Of the last event: what was sent before it is no probe. */
  readonly at: number;
  /** From then on a purchase may probe it. Absent where that would tell nothing. */
  readonly probeAt?: number;
  readonly probe?: Probe;
  /** When the first probe since the pause was opened, also one that was judged: it may be delivered yet. */
  readonly probedSince?: number;
}

/** One purchase may go to the vendor. */
export interface Probe {
  /** Of the event that opened it. */
  readonly id: string;
  /** When the first one since the last that was judged was opened. */
  readonly since: number;
  /** Nobody buys with it from then on. */
  readonly until: number;
}

/** How a pause ended. */
export interface Resumption {
  readonly at: number;
  readonly byPerson: boolean;
  /** Why the product had paused it, and for how many times; absent and 0 when a person had. */
  readonly cause?: AutomaticPause['cause'];
  readonly times: number;
}

export const pauseKey = (service: Service, vendor: number): string => `${service}/${vendor}`;

type Paused = Pick<CatalogState, 'pauses' | 'resumptions'>;
type Fact<Type extends CatalogFact['type']> = Extract<CatalogFact, { type: Type }>;

/** A probe that failed goes on with the pause that it was for; a person's pause is one of its own. */
export function paused(
  { pauses }: Paused,
  { id, at, actor, data }: Fact<'VendorPaused'>,
): Pick<Paused, 'pauses'> {
  const { service, vendor, reason, automatic } = data;
  const key = pauseKey(service, vendor);
  const [before, atMs] = [pauses.get(key), Date.parse(at)];
  const goesOn = automatic && before?.automatic ? before : undefined;
  const probedSince = goesOn?.automatic?.probedSince;
  const pause: Pause = {
    id: goesOn?.id ?? id,
    service,
    vendor,
    reason,
    since: goesOn?.since ?? atMs,
    by: actor.id,
    ...(automatic && {
      automatic: {
        cause: automatic.cause,
        times: automatic.times,
        at: atMs,
        ...(automatic.cause === 'success' && { probeAt: Date.parse(automatic.probeAt) }),
        ...(probedSince !== undefined && { probedSince }),
      },
    }),
  };
  return { pauses: new Map(pauses).set(key, pause) };
}

export function probed(
  { pauses }: Paused,
  { id, at, data }: Fact<'VendorProbeOpened'>,
): Pick<Paused, 'pauses'> {
  const key = pauseKey(data.service, data.vendor);
  const pause = pauses.get(key);
  if (!pause?.automatic) return { pauses };
  const { probe: earlier, probedSince = Date.parse(at) } = pause.automatic;
  const probe = { id, since: earlier?.since ?? Date.parse(at), until: Date.parse(data.until) };
  const automatic = { ...pause.automatic, probe, probedSince };
  return { pauses: new Map(pauses).set(key, { ...pause, automatic }) };
}

export function resumed({ pauses, resumptions }: Paused, { at, actor, data }: Fact<'VendorResumed'>): Paused {
  const key = pauseKey(data.service, data.vendor);
  const automatic = pauses.get(key)?.automatic;
  const left = new Map(pauses);
  left.delete(key);
  const resumption: Resumption = {
    at: Date.parse(at),
    byPerson: actor.kind !== 'system',
    times: automatic?.times ?? 0,
    ...(automatic && { cause: automatic.cause }),
  };
  return { pauses: left, resumptions: new Map(resumptions).set(key, resumption) };
}
