import type { EventStore } from '../../../infra/event-store/event-store.js';
import type { TriesStore } from '../../../infra/sessions/session-store.js';
import { ConfirmPassword } from '../../customers/login/passwords.js';
import type { People } from '../../customers/testing/people.js';
import { Administrators } from '../administrators.js';
import { AdministratorPasskeys } from '../passkeys/administrator-passkeys.js';
import { Enrolments } from '../second-factor/enrolments.js';
import { SecondFactorLocks } from '../second-factor/second-factor-locks.js';
import { SecondFactors } from '../second-factor/second-factors.js';

export function secondFactorsOf(
  people: People,
  store: EventStore,
  required: 'optional' | 'required' = 'optional',
  tries: Pick<TriesStore, 'judge' | 'lockedUntil'> = people.tries,
) {
  const { users, challenges, vault, config, secrets, passwords, limits, sessions } = people;
  const administrators = new Administrators(store);
  const passkeys = new AdministratorPasskeys(administrators, users, challenges, vault, config);
  const factors = new SecondFactors(
    administrators,
    new Enrolments(secrets),
    passkeys,
    new ConfirmPassword(passwords, limits, config),
    sessions,
    users,
    vault,
    limits,
    { secondFactorRequired: required === 'required' },
    new SecondFactorLocks(administrators, tries),
  );
  return { administrators, passkeys, factors };
}
