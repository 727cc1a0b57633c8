import { describe, expect, it } from '@jest/globals';
import { RuleBroken } from '../contracts/errors.js';
import { decide } from './user.decider.js';
import type { UserCommand, UserEventDraft } from './user.decider.js';
import type { User } from './user.state.js';

const userId = 'ada';
const NOW = new Date('2026-03-01T09:00:00.000Z');
const at = (ms: number): string => new Date(NOW.getTime() + ms).toISOString();

const ADA: User = {
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
const given = (more: Partial<User> = {}) => ({
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

describe('what an administrator corrects', () => {
  const code = { purpose: 'email', codeId: 'c9', expiresAt: at(1) } as const;
  const seen = { firstName: 'Ada', lastName: 'Obi', email: 'ada@example.test', tier: 'regular' } as const;
  const edit = (wanted: object, shown: object = seen) =>
    ({ type: 'Edit', wanted, seen: shown, code }) as const;

  it('is stored with what was there before, all at once', () =>
    given()
      .when(edit({ firstName: 'Eve', email: 'eve@example.test', tier: 'affiliate' }))
      .then(
        {
          type: 'ProfileChanged',
          data: { userId },
          personal: { firstName: 'Eve', lastName: 'Obi', phone: '08030000000' },
        },
        { type: 'TierChanged', data: { userId, tier: 'affiliate', was: 'regular' } },
        {
          type: 'EmailChanged',
          data: { userId },
          personal: { email: 'eve@example.test', was: 'ada@example.test' },
        },
        { type: 'CodeIssued', data: { userId, ...code } },
      ));

  it('is nothing when it is so already', () => given().when(edit(seen)).thenNothing());

  it('is refused when anything shown is something else by now, wanted or not', () => {
    const stale = { what: 'The last name', now: 'Eze' };
    given({ lastName: 'Eze' }).when(edit(seen)).thenRefused('STALE_EDIT', stale);
    given({ lastName: 'Eze' })
      .when(edit({ firstName: 'Eve' }))
      .thenRefused('STALE_EDIT', stale);
    given({ lastName: 'Eze' })
      .when(edit({ ...seen, lastName: 'Eze' }))
      .thenNothing();
    given({ lastName: 'Eze' })
      .when(edit({ lastName: 'Uba' }, {}))
      .then({
        type: 'ProfileChanged',
        data: { userId },
        personal: { firstName: 'Ada', lastName: 'Uba', phone: '08030000000' },
      });
  });
});
