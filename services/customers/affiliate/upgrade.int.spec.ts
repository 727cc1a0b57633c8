import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { MemoryEventStore } from '../../../infra/event-store/testing/memory-event-store.js';
import { RuleBroken } from '../../contracts/errors.js';
import { walletStream } from '../../ledger/streams.js';
import { CreateUser } from '../registration/create-user.handler.js';
import { SetPin } from '../pin/set-pin.handler.js';
import { ADA, openPeople, type People } from '../testing/people.js';
import { userStream } from '../user.events.js';
import { MarkEmailVerified } from '../registration/verify-email.handler.js';
import { systemContext } from '../../../infra/event-store/event-context.js';
import { raiseTierOf } from './raise-tier.js';
import { UpgradeToAffiliate, UpgradeToAffiliateHandler } from './upgrade.handler.js';

const context = systemContext();

describe('the upgrade to an affiliate account [call:/api/upgrade-api/] [const:upgrade-fee]', () => {
  let store: MemoryEventStore;
  let people: People;
  let userId: string;
  let handler: UpgradeToAffiliateHandler;

  const handlerOn = (ledger: Pick<MemoryEventStore, 'readStream'>): UpgradeToAffiliateHandler => {
    const { wallets, users, pins, config } = people;
    return new UpgradeToAffiliateHandler(wallets, users, pins, ledger as MemoryEventStore, config);
  };
  const FEE = 200_000n;
  const upgrade = async (by = handler, pin?: string, fee = FEE, quotedFee?: bigint): Promise<string> => {
    const user = (await people.users.byId(userId))!;
    const order = {
      user,
      pin,
      fee,
      quotedFee,
      correlationId: randomUUID(),
      actor: { kind: 'user', id: userId } as const,
    };
    return by.execute(new UpgradeToAffiliate(order)).then(
      () => 'upgraded',
      (error: unknown) => (error instanceof RuleBroken ? error.code : String(error)),
    );
  };
  const fund = (paid: bigint) =>
    people.wallets.handle(
      userId,
      {
        type: 'FundWallet',
        provider: 'opening',
        transactionReference: `f${paid}`,
        source: 'demo',
        paid,
        settled: paid,
        charge: 0n,
      },
      { actor: { kind: 'system', id: 'test' }, correlationId: 'c', causationId: 'c', now: new Date() },
    );
  const typesOf = async (stream: string) => (await store.readStream(stream)).map(({ type }) => type);
  const countOf = async (stream: string, type: string) =>
    (await typesOf(stream)).filter((each) => each === type).length;
  const followLog = async (): Promise<void> => {
    for (const event of await store.readAll(0, 1_000)) await raiseTierOf(store, event);
  };

  beforeEach(async () => {
    store = new MemoryEventStore();
    people = await openPeople({}, store);
    ({ userId } = await people.register.execute(new CreateUser(ADA, context)));
    await people.verifyEmail.execute(new MarkEmailVerified(userId, context));
    await people.setPin.execute(new SetPin(userId, '4826', context));
    handler = handlerOn(store);
  });
  afterEach(() => people.remove());

  it('takes ₦2,000 to our income and raises the tier, once', async () => {
    await fund(250_000n);
    expect(await upgrade()).toBe('upgraded');
    expect((await people.users.byId(userId))!.tier).toBe('affiliate');
    expect((await people.wallets.load(userId)).available).toBe(50_000n);
    const [charged] = (await store.readStream(walletStream(userId))).filter(
      ({ type }) => type === 'UpgradeCharged',
    );
    expect(charged!.data).toMatchObject({
      amount: '200000',
      postings: [
        { account: `user_available:${userId}`, amount: '200000' },
        { account: 'fee:upgrade', amount: '-200000' },
      ],
    });
    expect(await upgrade()).toBe('ALREADY_AFFILIATE');
    expect((await people.wallets.load(userId)).available).toBe(50_000n);
  });

  it('charges the current fee, and nothing when the customer was shown another', async () => {
    await fund(1_000_000n);
    expect(await upgrade(handler, undefined, 350_000n, FEE)).toBe('PRICE_CHANGED');
    expect(await typesOf(walletStream(userId))).not.toContain('UpgradeCharged');
    expect(await upgrade(handler, undefined, 350_000n, 350_000n)).toBe('upgraded');
    expect((await people.wallets.load(userId)).available).toBe(650_000n);
  });

  it('is paid once by parallel requests', async () => {
    await fund(1_000_000n);
    const asked = await Promise.all(Array.from({ length: 8 }, () => upgrade()));
    expect(asked.filter((each) => each === 'upgraded').length).toBeGreaterThan(0);
    expect(asked.every((each) => each === 'upgraded' || each === 'ALREADY_AFFILIATE')).toBe(true);
    expect((await people.wallets.load(userId)).available).toBe(800_000n);
    expect(await countOf(userStream(userId), 'TierChanged')).toBe(1);
  });

  it('does nothing for too little money, or a wrong PIN', async () => {
    await fund(199_999n);
    expect(await upgrade()).toBe('INSUFFICIENT_FUNDS');
    expect(await upgrade(handler, '9021')).toBe('PIN_INCORRECT');
    expect((await people.users.byId(userId))!.tier).toBe('regular');
    expect(await typesOf(walletStream(userId))).not.toContain('UpgradeCharged');
  });

  it('is finished once by a follower of the log when the process dies between charge and tier', async () => {
    await fund(500_000n);
    let reads = 0;
    const dying = handlerOn({
      readStream: async (stream, options) => {
        reads += 1;
        if (reads > 1) throw new Error('the process died');
        return store.readStream(stream, options);
      },
    });
    expect(await upgrade(dying)).toContain('the process died');
    expect(await countOf(walletStream(userId), 'UpgradeCharged')).toBe(1);
    expect(await countOf(userStream(userId), 'TierChanged')).toBe(0);

    await followLog();
    await followLog();
    expect(await countOf(userStream(userId), 'TierChanged')).toBe(1);
    expect(await upgrade()).toBe('ALREADY_AFFILIATE');
    expect((await people.wallets.load(userId)).available).toBe(300_000n);
  });

  it('is finished by a repeated request, without a second charge', async () => {
    await fund(500_000n);
    let reads = 0;
    const dying = handlerOn({
      readStream: async (stream, options) => {
        if ((reads += 1) > 1) throw new Error('the process died');
        return store.readStream(stream, options);
      },
    });
    await upgrade(dying);
    expect(await upgrade()).toBe('upgraded');
    await followLog();
    expect((await people.wallets.load(userId)).available).toBe(300_000n);
    expect(await countOf(userStream(userId), 'TierChanged')).toBe(1);
  });

  it('counts towards the PINLESS_DAILY_LIMIT, and needs the PIN beyond it', async () => {
    await people.close();
    people = await openPeople({ PINLESS_DAILY_LIMIT: '1999.99' }, store, people.dir);
    handler = handlerOn(store);
    await fund(500_000n);
    expect(await upgrade()).toBe('PINLESS_LIMIT');
    expect(await typesOf(walletStream(userId))).not.toContain('UpgradeCharged');
    expect(await upgrade(handler, '4826')).toBe('upgraded');
    expect((await people.wallets.load(userId)).pinless.spent).toBe(0n);
  });

  it('without the PIN uses up the daily limit, and is refused while the PIN is locked', async () => {
    await fund(500_000n);
    for (let tries = 0; tries < 5; tries += 1) await upgrade(handler, '9021');
    expect(await upgrade()).toBe('PIN_LOCKED');
    await people.tries.clear(userId);
    jest.useFakeTimers({
      now: Date.now() + 16 * 60_000,
      doNotFake: ['nextTick', 'setImmediate', 'setTimeout'],
    });
    try {
      expect(await upgrade()).toBe('upgraded');
    } finally {
      jest.useRealTimers();
    }
    expect((await people.wallets.load(userId)).pinless.spent).toBe(200_000n);
  });

  it('is kept by wallet snapshots', async () => {
    await fund(500_000n);
    await upgrade();
    const { toSnapshot, fromSnapshot } = await import('../../wallet/queue/wallet.snapshot.js');
    const wallet = await people.wallets.load(userId);
    const last = (await store.readStream(walletStream(userId))).at(-1)!;
    const stored = JSON.parse(
      JSON.stringify(
        toSnapshot(wallet, { revision: last.revision, hash: last.hash }),
        (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
      ),
    );
    expect((await fromSnapshot(userId, stored, store))!.wallet.charges).toEqual(wallet.charges);
  });
});
