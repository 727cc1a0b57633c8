import { RuleBroken } from '../contracts/errors.js';
import type { ImportEvent, ImportFinished, ImportPlanned } from './import.events.js';

export type ImportFact = ImportEvent extends infer Event
  ? Event extends ImportEvent
    ? Pick<Event, 'type' | 'data'>
    : never
  : never;

export interface Plan extends ImportPlanned {
  readonly planId: string;
  readonly plannedBy: string;
  /** ISO 8601. */
  readonly plannedAt: string;
}

export interface Import {
  readonly plan?: Plan;
  readonly releasedIn?: string;
  readonly backup?: string;
  readonly finished?: ImportFinished;
}

export class ImportRefused extends Error {
  override readonly name = 'ImportRefused';
}

export function evolve(so: Import, event: ImportEvent): Import {
  switch (event.type) {
    case 'ImportPlanned':
      return {
        plan: { ...event.data, planId: event.id, plannedBy: event.actor.id, plannedAt: event.at },
      };
    case 'ImportReleased':
      return { ...so, releasedIn: event.id };
    case 'ImportStarted':
      return { ...so, backup: event.data.backup };
    case 'ImportFinished':
      return { ...so, finished: event.data };
  }
}

/** @throws ImportRefused when a plan of the same file was already released */
export function plan(wanted: ImportPlanned, by: string, { plan: earlier, releasedIn }: Import): ImportFact[] {
  const told = ({ total, balanceDate, cutOvers = [] }: ImportPlanned): string =>
    JSON.stringify([total, balanceDate, cutOvers.map(({ provider, before }) => [provider, before])]);
  if (earlier?.plannedBy === by && told(earlier) === told(wanted)) return [];
  if (releasedIn !== undefined) throw new ImportRefused('this file is released already: run the import');
  return [{ type: 'ImportPlanned', data: wanted }];
}

/**
 * @throws ImportRefused when there is no plan
 * @throws RuleBroken(APPROVAL_OWN)
 */
export function release(by: string, { plan: planned, releasedIn }: Import): ImportFact[] {
  if (!planned) throw new ImportRefused('this file is not planned: an owner plans it first');
  if (planned.plannedBy === by) throw new RuleBroken('APPROVAL_OWN');
  if (releasedIn !== undefined) return [];
  const { importId, planId, plannedBy } = planned;
  return [{ type: 'ImportReleased', data: { importId, planId, plannedBy } }];
}

export interface Released extends Plan {
  readonly releasedIn: string;
}

/** @throws ImportRefused */
export function releasedOf({ plan: planned, releasedIn }: Import): Released {
  if (!planned) throw new ImportRefused('this file is not planned: an owner plans it first');
  if (releasedIn === undefined)
    throw new ImportRefused('this file is not released: a second owner releases it first');
  return { ...planned, releasedIn };
}

/**
 * Stores the backup's path only at the first start of the import, because a backup made later already contains
 * imported customers.
 */
export const start = (importId: string, backup: string, so: Import): ImportFact[] =>
  so.backup === undefined ? [{ type: 'ImportStarted', data: { importId, backup } }] : [];

export const finish = (finished: ImportFinished, { finished: earlier }: Import): ImportFact[] =>
  earlier?.customers === finished.customers && earlier.refused === finished.refused
    ? []
    : [{ type: 'ImportFinished', data: finished }];
