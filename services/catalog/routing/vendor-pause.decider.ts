import { RuleBroken } from '../../contracts/errors.js';
import type { Service } from '../../contracts/services.js';
import type { CatalogEventDraft } from '../catalog.events.js';
import type { CatalogState } from '../catalog.state.js';
import { pauseKey } from './vendor-pause.state.js';

export interface PauseVendor {
  readonly type: 'PauseVendor';
  readonly service: Service;
  readonly vendor: number;
  readonly reason: string;
}

/**
 * `seen` is the pause that the administrator's screen showed. The command fails with `STALE_EDIT` when
 * another pause is stored meanwhile.
 */
export interface ResumeVendor extends Omit<PauseVendor, 'type'> {
  readonly type: 'ResumeVendor';
  readonly seen: string;
}

export function pauseVendor(
  { service, vendor, reason }: PauseVendor,
  { pauses }: Pick<CatalogState, 'pauses'>,
): readonly CatalogEventDraft[] {
  const pause = pauses.get(pauseKey(service, vendor));
  if (pause && !pause.automatic) return [];
  return [{ type: 'VendorPaused', data: { service, vendor, reason } }];
}

/**
 * Returns the event that ends the pause of a vendor. Returns no events when the vendor is not
 * paused.
 * @throws RuleBroken STALE_EDIT
 */
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
