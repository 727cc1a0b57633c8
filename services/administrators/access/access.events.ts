import { eventReader, type NewEvent } from '../../../infra/event-store/event-store.js';
import type { Permission } from '../../contracts/admin/administrators.contract.js';

/** On which side of the administrators somebody is, and what they may there. */
export interface Access {
  readonly role: 'admin' | 'auditor';
  /** None of an auditor. */
  readonly permissions: readonly Permission[];
}

/**
 * What owners decide about each other's access, all of it in one stream: two who decide at the same moment conflict, and the second
 * decides again on what the first has left. What was so before the first decision about somebody is in their own streams.
 */
export type AccessEvent =
  | NewEvent<
      'AdministratorAccessChanged',
      { readonly userId: string; readonly access: Access; readonly was: Access }
    >
  | NewEvent<'AdministratorSuspended', { readonly userId: string; readonly reason: string }>
  | NewEvent<'AdministratorReinstated', { readonly userId: string; readonly reason: string }>
  /** That of this enrolment proves nothing any more. */
  | NewEvent<
      'SecondFactorReset',
      { readonly userId: string; readonly enrolmentId: string; readonly reason: string }
    >;

/** What a decision stores; ids, times and actor are added by who appends. */
export type AccessFact = AccessEvent extends infer Event
  ? Event extends AccessEvent
    ? Pick<Event, 'type' | 'data'>
    : never
  : never;

export const ACCESS_STREAM = 'administrators';

/** The event with the shape its type says; undefined for a type that this version does not know. */
export const accessEvent = eventReader<AccessEvent>({
  AdministratorAccessChanged: true,
  AdministratorSuspended: true,
  AdministratorReinstated: true,
  SecondFactorReset: true,
});
