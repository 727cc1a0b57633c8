import type { Service } from '../../contracts/services.js';
import type { CatalogFact, CatalogState, Resumption, Pause } from '../catalog.state.js';

export const pauseKey = (service: Service, vendor: number): string => `${service}/${vendor}`;

type Paused = Pick<CatalogState, 'pauses' | 'resumptions'>;
type Fact<Type extends CatalogFact['type']> = Extract<CatalogFact, { type: Type }>;

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
  const { probe: earlier, probedSince: first } = pause.automatic;
  const atMs = Date.parse(at);
  const probe = { id, since: Math.min(earlier?.since ?? atMs, atMs), until: Date.parse(data.until) };
  const automatic = { ...pause.automatic, probe, probedSince: Math.min(first ?? atMs, atMs) };
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
