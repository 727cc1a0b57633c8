import { describe, expect, it } from '@jest/globals';
import { systemContext } from '../../../infra/event-store/event-context.js';
import { freeEmail } from '../email-claims.js';
import type { MarkEmailVerified } from '../registration/verify-email.handler.js';
import { userStream } from '../user.events.js';
import type { SetPin } from '../pin/set-pin.handler.js';
import { createDemoData, demoPeopleIn } from './demo-data.js';
import { Login } from '../login/login.handler.js';
import { seedUsers } from './seed.js';
import { openPeople } from '../testing/people.js';

describe('demonstration accounts', () => {
  it('are created once and completely, however often it runs', async () => {
    const people = await openPeople();
    const reserved: string[] = [];
    const deps = {
      ...people,
      reserveAccount: (user: { email: string }) => Promise.resolve(void reserved.push(user.email)),
    };
    expect(await demoPeopleIn(people.users)).toBeUndefined();
    await createDemoData(deps);
    expect(await demoPeopleIn(people.users)).toMatch(/forget <email>.*customer@demo\.test.*admin@demo\.test/);
    const after = await people.store.lastPosition();
    await createDemoData(deps);
    expect(await people.store.lastPosition()).toBe(after);
    expect(new Set(reserved)).toEqual(new Set(['customer@demo.test', 'affiliate@demo.test']));

    const customer = (await people.users.byEmail('customer@demo.test'))!;
    const affiliate = (await people.users.byEmail('affiliate@demo.test'))!;
    expect(customer).toMatchObject({ role: 'user', tier: 'regular', emailVerified: true });
    expect(affiliate).toMatchObject({ role: 'user', tier: 'affiliate', emailVerified: true });
    expect(people.pins.check(customer, '4826')).toBeUndefined();
    expect((await people.wallets.load(customer.userId)).available).toBe(5_000_000n);
    expect((await people.wallets.load(affiliate.userId)).available).toBe(10_000_000n);
    for (const [email, password] of [
      ['admin@demo.test', 'Admin-pass-1'],
      ['auditor@demo.test', 'Audit-pass-1'],
    ] as const)
      expect(
        (await people.login.execute(new Login(email, password, ['admin', 'auditor'], '::1'))).user
          .emailVerified,
      ).toBe(true);
    await people.remove();
  });

  it('are created again when one is erased meanwhile', async () => {
    const people = await openPeople();
    const deps = { ...people, reserveAccount: () => Promise.resolve() };
    await createDemoData(deps);
    const email = 'affiliate@demo.test';
    const before = (await people.users.emails.ownerOf(email))!;
    const erase = async (): Promise<void> => {
      await freeEmail(people.store, people.users.emails.mac(email), before, systemContext());
      await people.vault.forget(before);
      people.users.onRecorded({ stream: userStream(before), revision: Number.MAX_SAFE_INTEGER });
    };
    const verifyEmail = {
      execute: async (command: MarkEmailVerified): Promise<void> => {
        if (command.userId === before) await erase();
        await people.verifyEmail.execute(command);
      },
    };
    await createDemoData({ ...deps, verifyEmail });
    const after = (await people.users.byEmail(email))!;
    expect(after).toMatchObject({ emailVerified: true, tier: 'affiliate' });
    expect(after.userId).not.toBe(before);
    expect((await people.wallets.load(after.userId)).available).toBe(10_000_000n);
    await people.remove();
  });

  it('are created although another process sets a PIN first', async () => {
    const people = await openPeople();
    const setPin = {
      async execute(command: SetPin): Promise<void> {
        await people.setPin.execute(command);
        await people.setPin.execute(command);
      },
    };
    await createDemoData({ ...people, setPin, reserveAccount: () => Promise.resolve() });
    const customer = (await people.users.byEmail('customer@demo.test'))!;
    expect(people.pins.check(customer, '4826')).toBeUndefined();
    expect((await people.wallets.load(customer.userId)).available).toBe(5_000_000n);
    await people.remove();
  });

  it('report the error when one cannot be created', async () => {
    const people = await openPeople();
    const deps = { ...people, reserveAccount: () => Promise.reject(new Error('the provider is away')) };
    await expect(createDemoData(deps)).rejects.toThrow('the provider is away');
    await expect(createDemoData(deps)).rejects.toThrow('the provider is away');
    await people.remove();
  });
});

describe('seeded users', () => {
  it('are verified, have money, and authenticate by API token', async () => {
    const people = await openPeople();
    const progress: number[] = [];
    const seeded = await seedUsers({
      eventStore: people.store,
      vault: people.vault,
      secrets: people.secrets,
      wallets: people.wallets,
      users: 600,
      balanceKobo: 250_000n,
      onProgress: (done: number) => void progress.push(done),
    });
    expect(progress).toEqual([512, 600]);
    expect(new Set(seeded.map((one) => one.email)).size).toBe(600);
    const one = seeded[599]!;
    const user = (await people.users.byApiToken(one.apiToken))!;
    expect(user).toMatchObject({ userId: one.userId, email: one.email, emailVerified: true, role: 'user' });
    expect(people.pins.check(user, one.pin)).toBeUndefined();
    expect((await people.users.byEmail(one.email))?.userId).toBe(one.userId);
    expect((await people.wallets.load(one.userId)).available).toBe(250_000n);
    await people.remove();
  });
});
