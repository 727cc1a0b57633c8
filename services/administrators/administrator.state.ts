import type { Stored } from '../../infra/event-store/event-store.js';
import type { Permission } from '../contracts/admin/administrators.contract.js';
import type { AdministratorEvent } from './administrator.events.js';
import { type AdministratorPasskey, evolvePasskeys, type UsedChallenge } from './passkeys/passkey.state.js';

export interface SecondFactor {
  readonly enrolmentId: string;
  /** ISO 8601. */
  readonly since: string;
  /** Encrypted `{ secret, recoveryDigests }` */
  readonly sealed: string;
  readonly usedStep: number;
  readonly usedRecovery: readonly string[];
  readonly passkeys: readonly AdministratorPasskey[];
  readonly usedChallenges: readonly UsedChallenge[];
}

export interface AdministratorState {
  readonly permissions: readonly Permission[];
  readonly secondFactor?: SecondFactor;
}

/** State before any event. An administrator without `PermissionsChanged` is an owner. */
const AT_FIRST: AdministratorState = { permissions: ['owner'] };

export function foldAdministrator(
  events: readonly (Stored<AdministratorEvent> | undefined)[],
): AdministratorState {
  return events.reduce<AdministratorState>(
    (state, event) => (event ? evolve(state, event) : state),
    AT_FIRST,
  );
}

function evolve(state: AdministratorState, event: Stored<AdministratorEvent>): AdministratorState {
  const { secondFactor, ...rest } = state;
  switch (event.type) {
    case 'PermissionsChanged':
      return { ...state, permissions: event.data.permissions };
    case 'SecondFactorEnrolled': {
      const { enrolmentId, sealed, step } = event.data;
      return {
        ...rest,
        secondFactor: {
          enrolmentId,
          sealed,
          since: event.at,
          usedStep: step,
          usedRecovery: [],
          passkeys: [],
          usedChallenges: [],
        },
      };
    }
    case 'SecondFactorUsed':
      return secondFactor ? { ...rest, secondFactor: { ...secondFactor, usedStep: event.data.step } } : state;
    case 'RecoveryCodeUsed': {
      if (!secondFactor) return state;
      const usedRecovery = [...secondFactor.usedRecovery, event.data.digest];
      return { ...rest, secondFactor: { ...secondFactor, usedRecovery } };
    }
    case 'SecondFactorRemoved':
      return rest;
    case 'AdministratorPasskeyAdded':
    case 'AdministratorPasskeyNamed':
    case 'AdministratorPasskeyUsed':
    case 'AdministratorPasskeyRemoved':
      return secondFactor
        ? { ...rest, secondFactor: { ...secondFactor, ...evolvePasskeys(secondFactor, event) } }
        : state;
  }
}
