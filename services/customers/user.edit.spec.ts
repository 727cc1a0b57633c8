import { describe, it } from '@jest/globals';
import { at, given, userId } from './testing/given-user.js';

describe("an administrator's edit", () => {
  const code = { purpose: 'email', codeId: 'c9', expiresAt: at(1) } as const;
  const seen = { firstName: 'Ada', lastName: 'Obi', email: 'ada@example.test', tier: 'regular' } as const;
  const edit = (wanted: object, shown: object = seen) =>
    ({ type: 'Edit', wanted, seen: shown, code, claimsVoided: 0, payoutsFrom: at(2) }) as const;

  it('is stored at once, with the previous values', () =>
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
          data: { userId, payoutsFrom: at(2) },
          personal: { email: 'eve@example.test', was: 'ada@example.test' },
        },
        { type: 'CodeIssued', data: { userId, ...code } },
      ));

  it('is refused for an email whose claim was voided', () => {
    const email = 'eve@example.test';
    given().when({ type: 'VoidEmailClaim', email }).then({ type: 'EmailClaimVoided', data: { userId } });
    given({ email }).when({ type: 'VoidEmailClaim', email }).thenNothing();
    given({ emailClaimsVoided: 1 }).when(edit({ email })).thenRefused('EMAIL_TAKEN', { field: 'email' });
    given({ emailClaimsVoided: 1, email }).when(edit({ email }, {})).thenNothing();
  });

  it('stores nothing when the values are the same', () => given().when(edit(seen)).thenNothing());

  it('is refused when a shown value has changed, wanted or not', () => {
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

describe('a customer without an email', () => {
  const change = { type: 'ChangeProfile', firstName: 'Ada', lastName: 'Obi' } as const;

  it('changes the name, but not the phone, which signs them in', () => {
    given({ email: '' })
      .when({ ...change, phone: '08031111111' })
      .thenRefused('PHONE_SIGNS_IN', { field: 'phone_number' });
    given({ email: '' })
      .when({ ...change, firstName: 'Eve', phone: '08030000000' })
      .then({
        type: 'ProfileChanged',
        data: { userId },
        personal: { firstName: 'Eve', lastName: 'Obi', phone: '08030000000' },
      });
  });

  it('keeps the phone until the new email is verified', () => {
    const command = { ...change, phone: '08031111111' };
    const signsInByPhone = true;
    given({ signsInByPhone, emailVerified: false })
      .when(command)
      .thenRefused('PHONE_SIGNS_IN', { field: 'phone_number' });
    const changed = {
      type: 'ProfileChanged',
      data: { userId },
      personal: { firstName: 'Ada', lastName: 'Obi', phone: '08031111111' },
    } as const;
    given({ signsInByPhone }).when(command).then(changed);
    given({ emailVerified: false }).when(command).then(changed);
  });
});
