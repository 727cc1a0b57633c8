import { eventReader, type NewEvent } from '../../infra/event-store/event-store.js';
import type { Permission } from '../contracts/admin/administrators.contract.js';

/** Facts of one administrator, in stream `administrator-<userId>`. Their account itself is in `user-<userId>`. */
export type AdministratorEvent =
  | NewEvent<
      'PermissionsChanged',
      {
        readonly userId: string;
        readonly permissions: readonly Permission[];
        readonly was: readonly Permission[];
      }
    >
  /** A new one, or one in place of another. */
  | NewEvent<'SecondFactorEnrolled', SecondFactorEnrolled>
  /** The code of an authenticator proved who signs in or changes this: it, and every older one, proves nothing any more. */
  | NewEvent<'SecondFactorUsed', { readonly userId: string; readonly step: number }>
  | NewEvent<'RecoveryCodeUsed', { readonly userId: string; readonly digest: string }>
  | NewEvent<'SecondFactorRemoved', { readonly userId: string }>;

export interface SecondFactorEnrolled {
  readonly userId: string;
  /** Made when it was asked for: the same enrolment confirmed again is this one. */
  readonly enrolmentId: string;
  /** The 30 seconds, counted since 1970, of the code that confirmed it. */
  readonly step: number;
  /** `{ secret, recoveryDigests }`: base 32, and ten keyed digests. */
  readonly sealed: string;
}

export const administratorStream = (userId: string): string => `administrator-${userId}`;

/** The event of an administrator with the shape its type says; undefined for a type that this version does not know. */
export const administratorEvent = eventReader<AdministratorEvent>({
  PermissionsChanged: true,
  SecondFactorEnrolled: true,
  SecondFactorUsed: true,
  RecoveryCodeUsed: true,
  SecondFactorRemoved: true,
});
