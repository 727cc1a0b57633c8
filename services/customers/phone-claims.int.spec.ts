import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { systemContext } from '../../infra/event-store/event-context.js';
import { ChangeProfile, ChangeProfileHandler } from './profile/profile.handlers.js';
import { FindCustomer, FindCustomerHandler } from './profile/profile.queries.js';
import { handleStanding } from './standing.js';
import { ADA, openPeople, type People, withoutEmail } from './testing/people.js';

const PHONE = '08039999999';
const NEXT = '08037777777';
const minutesAgo = (minutes: number) => systemContext(new Date(Date.now() - minutes * 60_000));

describe('the claim of a phone', () => {
  let people: People;
  beforeEach(async () => {
    people = await openPeople();
  });
  afterEach(() => people.remove());

  const claimBy = (userId: string) => people.users.phones.claim(PHONE, userId, systemContext());

  /** Lets the customer change the phone, as one does whose email is verified. */
  const changePhone = (phone: string) => {
    const { firstName, lastName } = ADA;
    return new ChangeProfileHandler(people.users, { take: async () => undefined } as never).execute(
      new ChangeProfile('moved', { firstName, lastName, phone }, systemContext()),
    );
  };
  const giveVerifiedEmail = async () => {
    const code = { purpose: 'email', codeId: 'c', expiresAt: new Date(0).toISOString() } as const;
    const edit = { wanted: { email: 'new@example.test' }, seen: {}, code, claimsVoided: 0 };
    const payoutsFrom = new Date(0).toISOString();
    await people.users.handle('moved', { type: 'Edit', ...edit, payoutsFrom }, systemContext());
    await people.users.handle('moved', { type: 'VerifyEmail' }, systemContext());
  };

  it.each([
    ['stands while the import may still be running', 9, false],
    ['is free when the import ended long ago without a customer', 11, true],
  ])('%s', async (_, minutes, isFree) => {
    await people.users.phones.claim(PHONE, 'unfinished', minutesAgo(minutes));
    expect(await people.users.phones.isTaken(PHONE, 'other')).toBe(!isFree);
    expect(await people.users.phones.isTaken(PHONE, 'unfinished')).toBe(false);
    expect(await claimBy('other')).toBe(isFree);
    expect(await people.users.phones.ownerOf(PHONE)).toBe(isFree ? 'other' : 'unfinished');
  });

  it('stands for a customer with this phone, and is free after the customer was forgotten', async () => {
    await withoutEmail(people, 'moved');
    expect(await claimBy('other')).toBe(false);
    await people.vault.forget('moved');
    await handleStanding(people.store, 'moved', { type: 'Forget' }, systemContext());
    expect(await claimBy('other')).toBe(true);
  });

  it('that outlived a change of the phone is free for others, and ends when the change is repeated', async () => {
    await withoutEmail(people, 'moved');
    await giveVerifiedEmail();
    const { append } = people.store;
    people.store.append = async (stream, ...rest) => {
      if (stream.startsWith('phone-')) throw new Error('the process ended');
      return append.call(people.store, stream, ...rest);
    };
    await expect(changePhone(NEXT)).rejects.toThrow('ended');
    people.store.append = append;
    expect(await people.users.phones.ownerOf(PHONE)).toBe('moved');
    expect(await people.users.phones.isTaken(PHONE, 'other')).toBe(false);
    await changePhone(NEXT);
    expect(await people.users.phones.ownerOf(PHONE)).toBeUndefined();
    expect(await claimBy('other')).toBe(true);
  });

  it('survives another spelling of the same phone', async () => {
    await withoutEmail(people, 'moved');
    await giveVerifiedEmail();
    await changePhone('+2348039999999');
    expect(await people.users.phones.ownerOf(PHONE)).toBe('moved');
  });

  it('lets staff find the customer by any spelling of the phone', async () => {
    await withoutEmail(people, 'moved');
    const find = (email: string) =>
      new FindCustomerHandler(people.users).execute(new FindCustomer({ email }));
    for (const phone of [PHONE, ' +234 803 999 9999 '])
      expect(await find(phone)).toMatchObject({ userId: 'moved' });
    await expect(find(NEXT)).rejects.toMatchObject({ code: 'ACCOUNT_NOT_FOUND' });
  });
});
