import { eventReader, type NewEvent } from '../../infra/event-store/event-store.js';
import type { Permission } from '../contracts/admin/administrators.contract.js';

/** Facts of one administrator, in stream `administrator-<userId>`. Their account itself is in `user-<userId>`. */
export type AdministratorEvent = NewEvent<
  'PermissionsChanged',
  {
    readonly userId: string;
    readonly permissions: readonly Permission[];
    readonly was: readonly Permission[];
  }
>;

export const administratorStream = (userId: string): string => `administrator-${userId}`;

/** The event of an administrator with the shape its type says; undefined for a type that this version does not know. */
export const administratorEvent = eventReader<AdministratorEvent>({ PermissionsChanged: true });
