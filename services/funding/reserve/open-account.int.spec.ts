import { afterEach, describe, expect, it } from '@jest/globals';
import { systemContext } from '../../../infra/event-store/event-context.js';
import type { RuleBroken } from '../../contracts/errors.js';
import { openPeople, withoutEmail } from '../../customers/testing/people.js';
import type { Identity } from '../../vendors/payment-provider.js';
import { FakeProvider } from '../testing/fake-provider.js';
import { openFunding } from '../testing/open-funding.js';
import { OpenAccount, OpenAccountHandler } from './open-account.handler.js';

const BVN: Identity = { kind: 'bvn', number: '22222222226' };
const NIN: Identity = { kind: 'nin', number: '11111111119' };

const fail = (): Promise<never> => Promise.reject(new Error('no try may be counted'));

describe('an account number that needs a BVN or NIN', () => {
  let close: (() => Promise<void>) | undefined;
  afterEach(() => close?.());

  async function start(settings: Record<string, string> = { ACCOUNT_IDENTITY: '1' }) {
    const people = await openPeople({ FUNDING_SWEEP_EVERY: '1h', ...settings });
    const [monnify, paystack] = [new FakeProvider(), new FakeProvider('paystack', (id) => `CUS_${id}`)];
    const fixture = await openFunding({ providers: [monnify, paystack] }, people);
    close = fixture.remove;
    const { funding, userId } = fixture;
    let left = 5;
    const limits = {
      take: async () =>
        left-- > 0 ? ({ allowed: true, left } as const) : ({ allowed: false, retryAfterMs: 60_000 } as const),
      giveBack: async () => void (left += 1),
    };
    const handler = new OpenAccountHandler(people.users, funding, limits, people.secrets);
    const banks = async (): Promise<number> =>
      (await people.users.byId(userId))!.reservedAccounts.filter((one) => one.bankAccounts.length > 0).length;
    return {
      ...fixture,
      people,
      monnify,
      paystack,
      banks,
      give: (identity: Identity) => handler.execute(new OpenAccount(userId, identity, systemContext())),
      codeOf: (identity: Identity): Promise<string> =>
        handler.execute(new OpenAccount(userId, identity, systemContext())).then(
          () => 'done',
          (error: RuleBroken) => error.code,
        ),
    };
  }

  it('is not opened at registration, and is opened at every provider with the number', async () => {
    const { reserve, banks, give, monnify, paystack, types } = await start();
    await reserve();
    expect(await banks()).toBe(0);
    expect(await give(BVN)).toEqual([]);
    expect(await banks()).toBe(2);
    expect([monnify.identities, paystack.identities]).toEqual([[BVN], [BVN]]);
    expect(await types()).toContain('AccountIdentityGiven');
  });

  it('is not opened for a customer without an email, who keeps the tries', async () => {
    const { people, funding, monnify } = await start();
    await withoutEmail(people, 'moved');
    const limits = { take: fail, giveBack: fail };
    const handler = new OpenAccountHandler(people.users, funding, limits, people.secrets);
    const opened = handler.execute(new OpenAccount('moved', BVN, systemContext()));
    await expect(opened).rejects.toMatchObject({ code: 'EMAIL_MISSING' });
    expect(monnify.identities).toEqual([]);
  });

  it('is opened at registration where none is asked for', async () => {
    const { reserve, banks } = await start({ ACCOUNT_IDENTITY: '0' });
    await reserve();
    expect(await banks()).toBe(2);
  });

  it('leaves no number in the log or in a line', async () => {
    const { give, people, lines } = await start();
    await give(BVN);
    await give(NIN);
    const stored = JSON.stringify(await people.store.readAll(0, 1_000)) + lines.join('');
    for (const { number } of [BVN, NIN]) expect(stored).not.toContain(number);
  });

  it('of a customer who moved in gets the number too, and the same number is stored once', async () => {
    const { give, reserve, types, monnify, banks } = await start({ ACCOUNT_IDENTITY: '0' });
    await reserve();
    await give(NIN);
    await give(NIN);
    expect(await banks()).toBe(2);
    expect(monnify.identities).toEqual([NIN, NIN]);
    expect((await types()).filter((type) => type === 'AccountIdentityGiven')).toHaveLength(1);
  });

  it('is opened at one provider while the other is away, and at the other when the number is given again', async () => {
    const { give, banks, paystack } = await start();
    paystack.down = true;
    expect(await give(BVN)).toEqual(['paystack']);
    expect(await banks()).toBe(1);
    paystack.down = false;
    expect(await give(BVN)).toEqual([]);
    expect(await banks()).toBe(2);
  });

  it('is refused with a wrong number five times, and an outage uses up no try', async () => {
    const { codeOf, types, monnify, paystack } = await start();
    const wrong: Identity = { kind: 'nin', number: '11111110404' };
    expect(await codeOf(wrong)).toBe('ACCOUNT_REFUSED');
    monnify.down = paystack.down = true;
    for (let tries = 0; tries < 9; tries += 1) expect(await codeOf(BVN)).toBe('ACCOUNT_UNAVAILABLE');
    monnify.down = paystack.down = false;
    for (let tries = 0; tries < 4; tries += 1) expect(await codeOf(wrong)).toBe('ACCOUNT_REFUSED');
    expect(await codeOf(BVN)).toBe('RATE_LIMITED');
    expect(await types()).not.toContain('AccountIdentityGiven');
  });

  it('is opened at no provider with a number that the checking provider refused', async () => {
    const { codeOf, banks, paystack, types } = await start();
    Object.assign(paystack, { identify: undefined });
    expect(await codeOf({ kind: 'bvn', number: '11111110404' })).toBe('ACCOUNT_REFUSED');
    expect([await banks(), (await types()).includes('AccountIdentityGiven')]).toEqual([0, false]);
    expect(await codeOf(BVN)).toBe('done');
    expect(await banks()).toBe(2);
  });
});
