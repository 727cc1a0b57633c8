import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { NO_STREAM } from '../../../infra/event-store/event-store.js';
import { walletStream } from '../../ledger/streams.js';
import { CreateUser } from './create-user.handler.js';
import { ADA, openPeople, type People } from '../testing/people.js';
import { emailStream, userStream } from '../user.events.js';
import { fact, systemContext } from '../../../infra/event-store/event-context.js';

const context = systemContext();

describe('registering', () => {
  let people: People;
  beforeEach(async () => {
    people = await openPeople();
  });
  afterEach(() => people.remove());

  it('creates a person with a wallet, found by email in any case', async () => {
    const { userId, isNew } = await people.register.execute(new CreateUser(ADA, context));
    expect(isNew).toBe(true);
    const user = await people.users.byEmail(' ADA@example.TEST ');
    expect(user).toMatchObject({ userId, email: 'ada@example.test', firstName: 'Ada', emailVerified: false });
    expect(await people.passwords.verify(user?.passwordHash, ADA.password)).toBe(true);
    expect((await people.store.readStream(walletStream(userId))).map((event) => event.type)).toEqual([
      'WalletOpened',
    ]);
  });

  it('stores no personal data in clear text', async () => {
    // A name so long that it cannot appear in encrypted text by chance.
    const person = { ...ADA, lastName: 'Nwachukwu' };
    await people.register.execute(new CreateUser(person, context));
    const stored = JSON.stringify(await people.store.readAll(0, 100)).toLowerCase();
    for (const secret of ['ada@example.test', 'nwachukwu', ADA.phone, '$argon2id'])
      expect(stored).not.toContain(secret);
  });

  it('does not change the first owner of an email', async () => {
    const first = await people.register.execute(new CreateUser(ADA, context));
    const second = await people.register.execute(
      new CreateUser({ ...ADA, email: 'ada@EXAMPLE.test', password: 'another one' }, context),
    );
    expect(second).toEqual({ userId: first.userId, isNew: false });
    const user = await people.users.byId(first.userId);
    expect(await people.passwords.verify(user?.passwordHash, 'another one')).toBe(false);
  });

  it('creates one person from parallel registrations', async () => {
    const all = await Promise.all(
      Array.from({ length: 8 }, () => people.register.execute(new CreateUser(ADA, systemContext()))),
    );
    expect(new Set(all.map((one) => one.userId)).size).toBe(1);
    expect(all.filter((one) => one.isNew)).toHaveLength(1);
    const events = await people.store.readStream(userStream(all[0]!.userId));
    expect(events.map((event) => event.type)).toEqual(['UserRegistered']);
  });

  it('is finished by repeating it after a crash following the email claim', async () => {
    await people.vault.createKey('u-half');
    const stream = emailStream(people.users.emails.mac(ADA.email));
    await people.store.append(stream, NO_STREAM, [fact('EmailClaimed', { userId: 'u-half' }, context)]);
    expect(await people.users.byEmail(ADA.email)).toBeUndefined();
    expect(await people.register.execute(new CreateUser(ADA, context))).toEqual({
      userId: 'u-half',
      isNew: true,
    });
    expect(await people.store.readStream(walletStream('u-half'))).toHaveLength(1);
  });

  it('is finished by repeating it after a crash before the wallet', async () => {
    const { userId } = await people.register.execute(new CreateUser(ADA, context));
    const again = await people.register.execute(new CreateUser(ADA, context));
    expect(again).toEqual({ userId, isNew: false });
    expect(await people.store.readStream(walletStream(userId))).toHaveLength(1);
  });

  it('finds no person whose key was deleted', async () => {
    const { userId } = await people.register.execute(new CreateUser(ADA, context));
    await people.vault.forget(userId);
    const later = await openPeople({}, people.store);
    expect(await later.users.byId(userId)).toBeUndefined();
    await later.remove();
  });
});
