import { expect } from '@jest/globals';
import { RuleBroken } from '../../contracts/errors.js';
import { decide, type UserCommand } from '../user.decider.js';
import type { UserEventDraft } from '../user.events.js';
import type { User } from '../user.state.js';

export const userId = 'ada';
export const NOW = new Date('2026-03-01T09:00:00.000Z');
export const at = (ms: number): string => new Date(NOW.getTime() + ms).toISOString();

export const ADA: User = {
  userId,
  role: 'user',
  tier: 'regular',
  emailVerified: true,
  firstName: 'Ada',
  lastName: 'Obi',
  email: 'ada@example.test',
  phone: '08030000000',
  passwordHash: 'hash-1',
  credentialEpoch: 3,
  reservedAccounts: [],
};

/** Decisions about Ada, some of whose fields are replaced. */
export const given = (more: Partial<User> = {}) => ({
  when: (command: UserCommand) => {
    const user = { ...ADA, ...more };
    return {
      then: (...events: UserEventDraft[]) => expect(decide(command, user)).toEqual(events),
      thenNothing: () => expect(decide(command, user)).toEqual([]),
      thenRefused: (code: string, details: object = {}) => {
        const refusal = (() => {
          try {
            return decide(command, user);
          } catch (error) {
            return error;
          }
        })();
        expect(refusal).toBeInstanceOf(RuleBroken);
        expect(refusal).toMatchObject({ code, details });
      },
    };
  },
});
