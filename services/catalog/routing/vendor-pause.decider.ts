import { RuleBroken } from '../../contracts/errors.js';
import type { Service } from '../../contracts/services.js';
import type { CatalogEventDraft } from '../catalog.events.js';
import type { CatalogState } from '../catalog.state.js';

/** Nothing new of the service is sent to the vendor. */
export interface Pause {
  /** Of the event that paused it. */
  readonly id: string;
  readonly service: Service;
  readonly vendor: number;
  readonly reason: string;
  /** Milliseconds since 1970. */
  readonly since: number;
  /** Id of the administrator. */
  readonly by: string;
}

export interface PauseVendor {
  readonly type: 'PauseVendor';
  readonly service: Service;
  readonly vendor: number;
  readonly reason: string;
}

/** `seen` is the id of the pause that whoever ends it was looking at: another one by now refuses the change. */
export interface ResumeVendor extends Omit<PauseVendor, 'type'> {
  readonly type: 'ResumeVendor';
  readonly seen: string;
}

export const pauseKey = (service: Service, vendor: number): string => `${service}/${vendor}`;

/** Nothing when it is paused already: the reason that was given first stands. */
export function pauseVendor(
  { service, vendor, reason }: PauseVendor,
  { pauses }: Pick<CatalogState, 'pauses'>,
): readonly CatalogEventDraft[] {
  if (pauses.has(pauseKey(service, vendor))) return [];
  return [{ type: 'VendorPaused', data: { service, vendor, reason } }];
}

/** Nothing when it is not paused. @throws RuleBroken STALE_EDIT */
export function resumeVendor(
  { service, vendor, reason, seen }: ResumeVendor,
  { pauses }: Pick<CatalogState, 'pauses'>,
): readonly CatalogEventDraft[] {
  const pause = pauses.get(pauseKey(service, vendor));
  if (!pause) return [];
  if (pause.id !== seen)
    throw new RuleBroken('STALE_EDIT', { what: 'The reason of this pause', now: pause.reason });
  return [{ type: 'VendorResumed', data: { service, vendor, pauseId: pause.id, reason } }];
}
