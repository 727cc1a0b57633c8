import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { EventStore } from '../../../infra/event-store/event-store.js';
import { MemoryEventStore } from '../../../infra/event-store/testing/memory-event-store.js';
import { CreateUser } from '../registration/create-user.handler.js';
import { SetPin } from '../pin/set-pin.handler.js';
import { Interruption } from '../testing/interrupted.js';
import { ADA, openPeople, type People } from '../testing/people.js';
import { MarkEmailVerified } from '../registration/verify-email.handler.js';
import { systemContext } from '../../../infra/event-store/event-context.js';
import { RuleBroken } from '../../contracts/errors.js';
import { ProviderUnavailable } from '../../vendors/payment-provider.js';
import { walletStream } from '../../ledger/streams.js';
import type { BvnDetails, BvnMatch } from '../../vendors/bvn-matcher.js';
import { GetBvnStatus, GetBvnStatusHandler, type BvnStatus } from './get-bvn-status.handler.js';
import { BvnRecords } from './bvn-records.js';
import { identityStream } from './bvn.events.js';
import { bvnLimitKey, VerifyBvn, VerifyBvnHandler } from './verify-bvn.handler.js';

const context = systemContext();
const FULL: BvnMatch = { bvn: 'known', name: 'full', dateOfBirth: true, phone: true };
const BVN = '22123456789';
const DETAILS: BvnDetails = {
  bvn: BVN,
  name: 'Ada Obi',
  dateOfBirth: '03-Oct-1993',
  phone: '+2348031234567',
};

describe('a BVN check [call:/api/verify-user-bvn/]', () => {
  let store: MemoryEventStore;
  let people: People;
  let records: BvnRecords;
  let statusHandler: GetBvnStatusHandler;
  let handler: VerifyBvnHandler;
  let says: () => BvnMatch | Error;
  let asked: BvnDetails[];
  let ada: string;

  async function open(settings: Record<string, string> = {}): Promise<void> {
    store = new MemoryEventStore();
    people = await openPeople(settings, store);
    const { vault, secrets, pins, wallets, limits, config } = people;
    asked = [];
    says = () => FULL;
    const matcher = {
      match: async (details: BvnDetails) => {
        asked.push(details);
        const said = says();
        if (said instanceof Error) throw said;
        return said;
      },
      close: async () => undefined,
    };
    records = new BvnRecords(store, vault, secrets);
    statusHandler = new GetBvnStatusHandler(records, matcher, config);
    handler = new VerifyBvnHandler(records, pins, people.users, wallets, matcher, limits, config);
    ada = await person('ada@x.test');
  }
  async function person(email: string): Promise<string> {
    const { userId } = await people.register.execute(new CreateUser({ ...ADA, email }, context));
    await people.verifyEmail.execute(new MarkEmailVerified(userId, context));
    await people.setPin.execute(new SetPin(userId, '4826', context));
    return userId;
  }
  const statusOf = (userId: string): Promise<BvnStatus> => statusHandler.execute(new GetBvnStatus(userId));
  const verify = async (
    userId = ada,
    details = DETAILS,
    pin?: string,
    context = systemContext(),
  ): Promise<string> => {
    const user = (await people.users.byId(userId))!;
    return handler.execute(new VerifyBvn({ user, details, pin, context })).catch((error: unknown) => {
      if (error instanceof RuleBroken) return `${error.code} ${JSON.stringify(error.details)}`;
      throw error;
    });
  };

  beforeEach(() => open());
  afterEach(() => people.remove());

  it('returns a verification id, once', async () => {
    expect(await verify()).toMatch(/^BVN-[0-9a-f-]{36}$/);
    expect(asked).toEqual([DETAILS]);
    expect(await statusOf(ada)).toEqual({ verified: true, lastFour: '6789', attemptsLeft: 0, price: 0n });
    expect(await verify()).toContain('BVN_ALREADY_VERIFIED');
    expect(asked).toHaveLength(1);
  });

  it('stores the BVN nowhere', async () => {
    says = () => ({ ...FULL, phone: false });
    await verify();
    says = () => FULL;
    await verify();
    const log = JSON.stringify(await store.readAll(0, 1_000), (_key, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    expect(log).toContain('BvnVerified');
    expect(log).not.toContain(BVN);
    expect(log).not.toContain('03-Oct-1993');
    await people.close();
    const files = readdirSync(people.dir, { recursive: true, withFileTypes: true }).filter((file) =>
      file.isFile(),
    );
    expect(files.length).toBeGreaterThan(0);
    for (const file of files)
      expect(readFileSync(join(file.parentPath, file.name)).includes(BVN)).toBe(false);
  });

  it('gives a BVN to one account', async () => {
    await verify();
    const bola = await person('bola@x.test');
    expect(await verify(bola)).toContain('BVN_TAKEN');
    expect(await statusOf(bola)).toMatchObject({ verified: false });
    expect(await verify(bola, { ...DETAILS, bvn: '22987654321' })).toMatch(/^BVN-/);
  });

  it('frees the BVN when its owner is forgotten', async () => {
    await verify();
    await records.free(ada, systemContext());
    await records.free(ada, systemContext());
    const bola = await person('bola@x.test');
    expect(await verify(bola)).toMatch(/^BVN-/);
    expect(await verify(await person('chi@x.test'))).toContain('BVN_TAKEN');
  });

  /** Longer than `CLAIM_YOUNG_MS`. */
  const longAgo = () => systemContext(new Date(Date.now() - 11 * 60_000));
  const cutBehindClaim = async (when = systemContext()): Promise<void> => {
    const { noteVerified } = records;
    records.noteVerified = () => Promise.reject(new Error('the process ended'));
    await expect(verify(ada, DETAILS, undefined, when)).rejects.toThrow('the process ended');
    records.noteVerified = noteVerified;
  };

  it('is finished by repeating it after a crash behind the claim, which is kept for a while', async () => {
    await cutBehindClaim();
    expect(await verify(await person('bola@x.test'))).toContain('BVN_TAKEN');
    expect(await verify()).toMatch(/^BVN-/);
  });

  it('gives a BVN claimed before a crash to the next person who matches it', async () => {
    await cutBehindClaim(longAgo());
    const bola = await person('bola@x.test');
    expect(await verify(bola)).toMatch(/^BVN-/);
    expect(await verify()).toContain('BVN_TAKEN');
    // The claim that was ended does not block her other BVN.
    expect(await verify(ada, { ...DETAILS, bvn: '22987654321' })).toMatch(/^BVN-/);
    await records.free(ada, systemContext());
    expect(await verify(await person('chi@x.test'))).toContain('BVN_TAKEN');
  });

  it('keeps a verified BVN for ever, also when the event has no bvnMac', async () => {
    expect(await verify(ada, DETAILS, undefined, longAgo())).toMatch(/^BVN-/);
    const bola = await person('bola@x.test');
    expect(await verify(bola)).toContain('BVN_TAKEN');
    const { seal } = people.vault;
    people.vault.seal = (userId, { lastFour }) => seal(userId, { lastFour });
    const details = { ...DETAILS, bvn: '22987654321' };
    expect(await verify(bola, details, undefined, longAgo())).toMatch(/^BVN-/);
    people.vault.seal = seal;
    expect(await verify(await person('chi@x.test'), details)).toContain('BVN_TAKEN');
  });

  it.each([false, true])(
    'gives the BVN to one account when a check pauses at any step; cut short before: %s',
    async (wasCut) => {
      const outcomes = new Set<boolean>();
      for (const pauses of ['ada', 'bola'] as const)
        for (let step = 1; ; step += 1) {
          await people.remove();
          await open();
          const bola = await person('bola@x.test');
          if (wasCut) await cutBehindClaim(longAgo());
          const interruption = new Interruption();
          const { vault, secrets } = people;
          const paused = new BvnRecords(interruption.watch<EventStore>(store), vault, secrets);
          const check = async (userId: string, through: BvnRecords, when = systemContext()) => {
            const voided = await through.claim(userId, BVN, when);
            const what = { verificationId: `of ${userId}`, consentVersion: '1' };
            await through.noteVerified(userId, what, BVN, voided, when);
          };
          const [first, second] = pauses === 'ada' ? [ada, bola] : [bola, ada];
          let cameIn = false;
          await interruption.run(
            () => check(first, paused, pauses === 'ada' ? longAgo() : systemContext()),
            step,
            async () => {
              cameIn = true;
              await check(second, records).catch(() => undefined);
            },
          );
          if (!cameIn) break;
          const verified = await Promise.all([ada, bola].map((userId) => records.verified(userId)));
          expect(verified.filter((one) => one !== undefined)).toHaveLength(1);
          outcomes.add(verified[0] !== undefined);
          const claims = (await store.readAll(0, 1_000)).filter(({ stream }) => stream.startsWith('bvn-'));
          expect(claims.at(-1)).toMatchObject({
            type: 'BvnClaimed',
            data: { userId: verified[0] ? ada : bola },
          });
        }
      expect(outcomes).toEqual(new Set([true, false]));
    },
  );

  it('reports the mismatch, and counts three tries a day', async () => {
    says = () => ({ ...FULL, dateOfBirth: false });
    expect(await verify()).toBe('BVN_PARTIAL {"mismatch":"date of birth","attemptsLeft":2}');
    says = () => ({ ...FULL, name: 'none' });
    expect(await verify()).toBe('BVN_NO_MATCH {"attemptsLeft":1}');
    says = () => ({ bvn: 'unknown' });
    expect(await verify()).toBe('BVN_NO_MATCH {"attemptsLeft":0}');
    expect(await statusOf(ada)).toMatchObject({ attemptsLeft: 0 });
    says = () => FULL;
    expect(await verify()).toContain('BVN_TRIES_USED');
    expect(asked).toHaveLength(3);
    const checked = (await store.readStream(identityStream(ada))).map(({ data }) => data['result']);
    expect(checked).toEqual(['date of birth', 'none', 'none']);
  });

  it('counts no try when the provider does not answer', async () => {
    says = () => new ProviderUnavailable('no');
    for (let n = 0; n < 5; n += 1) expect(await verify()).toContain('BVN_UNAVAILABLE');
    says = () => FULL;
    expect(await verify()).toMatch(/^BVN-/);
  });

  it('does not ask the provider after a wrong PIN or when switched off', async () => {
    expect(await verify(ada, DETAILS, '9021')).toContain('PIN_INCORRECT');
    await people.remove();
    await open({ BVN_CHECK: '0' });
    expect(await verify()).toContain('SERVICE_OFF');
    expect(asked).toHaveLength(0);
  });

  it('charges for an answer when it has a price, and needs the money first', async () => {
    await people.remove();
    await open({ BVN_PRICE_NAIRA: '50' });
    expect(await verify()).toContain('INSUFFICIENT_FUNDS');
    expect(asked).toHaveLength(0);
    await people.wallets.handle(
      ada,
      {
        type: 'FundWallet',
        provider: 'opening',
        transactionReference: 'f',
        source: 'demo',
        paid: 9_000n,
        settled: 9_000n,
        charge: 0n,
      },
      { ...context, causationId: 'c' },
    );
    says = () => new ProviderUnavailable('no');
    await verify();
    expect((await people.wallets.load(ada)).available).toBe(9_000n);
    says = () => FULL;
    expect(await verify()).toMatch(/^BVN-/);
    expect((await people.wallets.load(ada)).available).toBe(4_000n);
    const charged = (await store.readStream(walletStream(ada))).at(-1)!;
    expect(charged).toMatchObject({ type: 'BvnCharged', data: { amount: '5000' } });
    expect(charged.data['postings']).toContainEqual({ account: 'fee:bvn', amount: '-5000' });
  });

  it('charges a repeated check once, also after a crash', async () => {
    await people.remove();
    await open({ BVN_PRICE_NAIRA: '50' });
    await people.wallets.handle(
      ada,
      {
        type: 'FundWallet',
        provider: 'opening',
        transactionReference: 'f',
        source: 'demo',
        paid: 15_000n,
        settled: 15_000n,
        charge: 0n,
      },
      { ...context, causationId: 'c' },
    );
    const available = async () => (await people.wallets.load(ada)).available;
    // Stop between the charge and `noteChecked`.
    const { noteChecked } = records;
    records.noteChecked = () => Promise.reject(new Error('the process ended'));
    says = () => ({ ...FULL, name: 'none' });
    await expect(verify()).rejects.toThrow('the process ended');
    expect(await available()).toBe(10_000n);
    records.noteChecked = noteChecked;
    expect(await verify()).toContain('BVN_NO_MATCH');
    expect(await verify(ada, { ...DETAILS, name: ' ada obi' })).toContain('BVN_NO_MATCH');
    expect(await available()).toBe(10_000n);
    // Other details, or the same a day later, are another check.
    await people.limits.giveBack(bvnLimitKey(ada));
    expect(await verify(ada, { ...DETAILS, phone: '+2348031234568' })).toContain('BVN_NO_MATCH');
    expect(await available()).toBe(5_000n);
    const ids = new Set<string>();
    for (const later of [0, 23, 25, 49])
      ids.add(await records.verificationId(ada, DETAILS, Date.now() + later * 3_600_000));
    expect(ids.size).toBe(2);
  });

  it('without the PIN is limited per day before the provider is asked, and refused while the PIN is locked', async () => {
    await people.remove();
    await open({ BVN_PRICE_NAIRA: '100', PINLESS_DAILY_LIMIT: '99', PIN_ATTEMPTS_MAX: '2' });
    await people.wallets.handle(
      ada,
      {
        type: 'FundWallet',
        provider: 'opening',
        transactionReference: 'f1',
        source: 'demo',
        paid: 50_000n,
        settled: 50_000n,
        charge: 0n,
      },
      { actor: { kind: 'system', id: 'test' }, correlationId: 'c', causationId: 'c', now: new Date() },
    );
    expect(await verify()).toContain('PINLESS_LIMIT');
    for (let tries = 0; tries < 2; tries += 1) await verify(ada, DETAILS, '0001');
    expect(await verify()).toContain('PIN_LOCKED');
    expect(asked).toEqual([]);
    const bola = await person('bola@x.test');
    expect(await verify(bola, DETAILS, '4826')).toContain('INSUFFICIENT_FUNDS');
  });
});
