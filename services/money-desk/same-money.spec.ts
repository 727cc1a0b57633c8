import { beforeEach, describe, expect, it } from '@jest/globals';
import { fact, systemContext } from '../../infra/event-store/event-context.js';
import { NO_STREAM, type EventStore } from '../../infra/event-store/event-store.js';
import { SeededRandom } from '../../infra/simulation/seeded-random.js';
import type { Administrators } from '../administrators/administrators.js';
import { RuleBroken } from '../contracts/errors.js';
import { reservedAccountStream } from '../customers/reserved-accounts.js';
import type { Users } from '../customers/users.js';
import { setCutOver } from '../funding/cut-over.js';
import { fundingStream, reportFunding } from '../funding/funding.stream.js';
import { RAW } from '../funding/testing/fake-provider.js';
import { VerifyFunding } from '../funding/verify-funding.js';
import type { PaymentProvider, ProviderTransaction } from '../vendors/payment-provider.js';
import { fund, later, START, USER } from '../wallet/testing/given-wallet.js';
import { WalletWorld } from '../wallet/testing/wallet-world.js';
import { approvalOf } from './approvals.js';
import { CreditManually, CreditManuallyHandler } from './credit-manually.handler.js';
import { SettleUnmatched, SettleUnmatchedHandler } from './settle-unmatched.handler.js';
import { DecideApproval, DecideApprovalHandler } from './decide-approval.handler.js';

const SESSION = '000013260301100000000000000042';
const AMOUNT = 300_000n;
const DAY_MS = 86_400_000;
const by = (id: string, now = START) => ({ actor: { kind: 'admin', id }, correlationId: 'c', now }) as const;

let world: WalletWorld;
const open = async (): Promise<void> => {
  world = new WalletWorld();
  for (const provider of ['monnify', 'paystack']) {
    const data = { userId: USER, provider, accountReference: 'A1', sealed: '' };
    await world.store.append(reservedAccountStream(provider, 'A1'), NO_STREAM, [
      fact('AccountReserved', data, systemContext(START)),
    ]);
  }
};
beforeEach(open);

/** Provider at which the transfer arrived under `reference`. */
function verifierOf(
  code: string,
  reference: string,
  more: Partial<ProviderTransaction> = {},
  { store = world.store as EventStore, charge = 0n } = {},
): VerifyFunding {
  const payment = {
    transactionReference: reference,
    accountReference: 'A1',
    status: 'PAID',
    currency: 'NGN',
    paid: AMOUNT,
    settled: AMOUNT,
    paidAt: START.getTime(),
    session: SESSION,
    raw: RAW,
    ...more,
  };
  const provider = { code, transaction: () => Promise.resolve(payment) } as unknown as PaymentProvider;
  return new VerifyFunding({
    eventStore: store,
    wallets: world.wallets,
    provider,
    charge: () => charge,
    now: () => START,
  });
}
async function arrive(
  code: string,
  reference: string,
  more: Partial<ProviderTransaction> = {},
  charge = 0n,
): Promise<void> {
  await reportFunding(
    world.store,
    { provider: code, transactionReference: reference, by: 'webhook' },
    systemContext(START),
  );
  await verifierOf(code, reference, more, { charge }).settle(reference);
}
const credit = (reference: string, { amount = AMOUNT, id = 'f1', now = START } = {}) =>
  new CreditManuallyHandler(
    world.wallets,
    world.store,
    { loadKeys: async () => undefined, seal: () => 'sealed' },
    { ADJUSTMENT_APPROVAL_LIMIT: '50000', ALONE_DAILY_CAP: '200000' },
  ).execute(
    new CreditManually(
      {
        userId: USER,
        amount,
        bank: 'GTBank',
        reference,
        depositor: 'ADA',
        evidence: 'mail',
        reason: 'Paid in',
      },
      by('grace', now),
      id,
    ),
  );
const grant = (id: string) =>
  new DecideApprovalHandler(
    world.wallets,
    {
      current: async () => ({ permissions: ['owner'] }),
      givenAt: async () => undefined,
      sharedHands: async () => [],
    } as unknown as Administrators,
    { current: async (userId: string) => ({ userId, role: 'admin' }) } as unknown as Users,
    world.store,
  ).execute(new DecideApproval(id, { grant: true }, by('eve')));
const available = async (): Promise<bigint> => (await world.wallets.newest(USER)).available;
const assign = (reference: string, id = 'a1') =>
  new SettleUnmatchedHandler(world.wallets, { charge: () => 0n }, world.store, {
    ADJUSTMENT_APPROVAL_LIMIT: '50000',
    ALONE_DAILY_CAP: '200000',
  }).execute(
    new SettleUnmatched(
      { provider: 'paystack', transactionReference: reference },
      { type: 'assign', userId: USER },
      'Another transfer',
      by('grace'),
      id,
    ),
  );
const endOf = async (reference: string) =>
  (await world.store.readStream(fundingStream('paystack', reference)))[1];

describe('a credit by hand', () => {
  it('of the amount that a provider credited lately needs a second person, who sees the payment', async () => {
    await arrive('paystack', 'R1');
    const likely = { provider: 'paystack', transactionReference: 'R1' };
    const waiting = { outcome: 'waiting', approvalId: 'f1', likely, available: AMOUNT };
    expect(await credit('FT1')).toEqual(waiting);
    expect(await credit('FT1')).toEqual(waiting);
    expect((await approvalOf(world.store, 'f1')).requested.likely).toEqual(likely);
    expect(await available()).toBe(AMOUNT);
    await grant('f1');
    expect(await available()).toBe(2n * AMOUNT);
    expect(await credit('FT1')).toMatchObject({ outcome: 'applied' });
  });

  it('lapses when a payment of its amount arrived while it waited for the second person', async () => {
    expect(await credit('FT1', { amount: 6_000_000n })).toMatchObject({ outcome: 'waiting' });
    await arrive('paystack', 'R1', { paid: 6_000_000n, settled: 6_000_000n });
    await grant('f1');
    expect(await approvalOf(world.store, 'f1')).toMatchObject({ standing: 'lapsed' });
    expect(await available()).toBe(6_000_000n);
  });

  it('of another amount, of a payment long ago or of an opening balance needs none', async () => {
    await arrive('monnify', 'R1');
    await world.ask(fund(77_700n));
    expect(await credit('FT1', { amount: AMOUNT - 1n })).toMatchObject({ outcome: 'applied' });
    expect(await credit('FT2', { id: 'f2', amount: 77_700n })).toMatchObject({ outcome: 'applied' });
    const now = later(8 * DAY_MS);
    expect(await credit('FT3', { id: 'f3', now })).toMatchObject({ outcome: 'applied' });
  });

  it("is refused under the bank session of a provider's payment, however it is written", async () => {
    await arrive('monnify', 'R1', { accountReference: undefined });
    for (const reference of [SESSION, ` ${SESSION.slice(0, 6)}-${SESSION.slice(6)} `])
      await expect(credit(reference, { amount: 5n })).rejects.toMatchObject({ code: 'PAYMENT_OF_PROVIDER' });
    expect(await available()).toBe(0n);
  });

  it('is refused when the transfer was made before the cut-over, because the older system credited it', async () => {
    const before = later(DAY_MS).toISOString();
    await setCutOver(world.store, { provider: 'monnify', before }, systemContext(START));
    await arrive('monnify', 'R1');
    await expect(credit(SESSION)).rejects.toMatchObject({ code: 'PAYMENT_OF_PROVIDER' });
  });

  it("keeps a provider's payment of the same bank session before a person", async () => {
    await credit(SESSION);
    await arrive('paystack', 'R1');
    expect(await available()).toBe(AMOUNT);
    const [, unmatched] = await world.store.readStream(fundingStream('paystack', 'R1'));
    expect(unmatched).toMatchObject({
      type: 'FundingUnmatched',
      data: { sameTransferAs: { provider: 'hand' } },
    });
  });
});

describe('a payment that arrives after a credit by hand', () => {
  const HOUR_MS = 3_600_000;
  const byHand = { now: later(HOUR_MS) };

  it.each([
    ['amount', AMOUNT, 0n],
    ['amount less the charge', AMOUNT - 50n, 50n],
  ])('of its %s goes before two persons, who see the credit', async (_, amount, charge) => {
    await credit('FT1', { ...byHand, amount });
    await arrive('paystack', 'R1', {}, charge);
    expect(await available()).toBe(amount);
    const likely = { bank: 'GTBank', reference: 'FT1' };
    expect(await endOf('R1')).toMatchObject({ type: 'FundingUnmatched', data: { likely } });
    expect(await assign('R1')).toMatchObject({ outcome: 'waiting' });
    expect(await assign('R1')).toMatchObject({ outcome: 'waiting' });
    expect((await approvalOf(world.store, 'a1')).requested.likely).toEqual({
      provider: 'hand',
      transactionReference: 'GTBank FT1',
    });
    await grant('a1');
    expect(await available()).toBe(amount + AMOUNT);
    expect(await assign('R1')).toMatchObject({ outcome: 'applied' });
  });

  it('goes before a person when the credit has an earlier time, because a clock was wrong', async () => {
    await credit('FT1', { now: later(-HOUR_MS) });
    await arrive('paystack', 'R1');
    expect(await available()).toBe(AMOUNT);
  });

  it('goes before a person when the provider tells no time of it', async () => {
    await credit('FT1', byHand);
    await arrive('paystack', 'R1', { paidAt: undefined });
    expect(await available()).toBe(AMOUNT);
  });

  it.each<[string, bigint, string, number]>([
    ['of another amount', AMOUNT - 1n, 'FT1', HOUR_MS],
    ['made long before the payment', AMOUNT, 'FT1', -7 * HOUR_MS],
    ['made more than a week later', AMOUNT, 'FT1', 8 * DAY_MS],
    ['of another bank session', AMOUNT, SESSION.replace(/42$/, '43'), HOUR_MS],
  ])('%s is credited', async (_, amount, reference, laterMs) => {
    await credit(reference, { amount, now: later(laterMs) });
    await arrive('paystack', 'R1');
    expect(await available()).toBe(amount + AMOUNT);
  });

  it('for an unknown account is assigned by two persons', async () => {
    await credit('FT1', byHand);
    await arrive('paystack', 'R1', { accountReference: 'nobody' });
    expect(await assign('R1')).toMatchObject({ outcome: 'waiting' });
  });

  it('is not assigned when the credit was made after the request', async () => {
    await arrive('paystack', 'R1', { accountReference: 'nobody', paid: 6_000_000n, settled: 6_000_000n });
    expect(await assign('R1')).toMatchObject({ outcome: 'waiting' });
    await credit('FT1', { ...byHand, amount: 6_000_000n });
    await grant('f1');
    await grant('a1');
    expect(await approvalOf(world.store, 'a1')).toMatchObject({ standing: 'lapsed' });
    expect(await available()).toBe(6_000_000n);
  });
});

describe('a bank transfer that two providers tell', () => {
  it('is credited by the first, and the other one goes before a person', async () => {
    await arrive('monnify', 'R1');
    await arrive('paystack', 'R2');
    await arrive('paystack', 'R2');
    expect(await available()).toBe(AMOUNT);
    const told = await world.store.readStream(fundingStream('paystack', 'R2'));
    expect(told.map(({ type }) => type)).toEqual(['FundingReported', 'FundingUnmatched']);
    expect(told[1]?.data['sameTransferAs']).toEqual({ provider: 'monnify', transactionReference: 'R1' });
  });

  it('is two transfers under two sessions, or without one', async () => {
    await arrive('monnify', 'R1');
    await arrive('paystack', 'R2', { session: undefined });
    await arrive('paystack', 'R3', { session: SESSION.replace(/42$/, '43') });
    await arrive('monnify', 'R4');
    expect(await available()).toBe(4n * AMOUNT);
  });
});

const SEEDS = Number(process.env['DOUBLE_CREDIT_SEEDS'] ?? 40);

it(`a transfer is credited once by webhook, sweep, import, hand and both providers at once (${SEEDS} seeds)`, async () => {
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const random = new SeededRandom(seed);
    await open();
    /** Lets others go first before and after each call to the store. */
    const shuffled = new Proxy(world.store as EventStore, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        return async (...given: unknown[]) => {
          await turns(random.between(0, 5));
          const answer: unknown = await (value as (...of: unknown[]) => unknown).apply(target, given);
          await turns(random.between(0, 5));
          return answer;
        };
      },
    });
    const isImported = random.chance(0.25);
    if (isImported) {
      await world.ask(fund(AMOUNT));
      for (const provider of ['monnify', 'paystack'])
        await setCutOver(
          world.store,
          { provider, before: later(DAY_MS).toISOString() },
          systemContext(START),
        );
    }
    const settle = async (code: string, told: 'webhook' | 'sweep'): Promise<void> => {
      const reference = `${code}-1`;
      const report = { provider: code, transactionReference: reference, by: told };
      await turns(random.between(0, 39));
      await reportFunding(shuffled, report, systemContext(START));
      await verifierOf(code, reference, {}, { store: shuffled }).settle(reference);
    };
    const byHand = async (): Promise<void> => {
      await turns(random.between(0, 39));
      await credit(SESSION).catch((error: unknown) => {
        if (!(error instanceof RuleBroken)) throw error;
      });
    };
    const told = ['monnify', 'paystack'].flatMap((code) => [
      () => settle(code, 'webhook'),
      () => settle(code, 'webhook'),
      () => settle(code, 'sweep'),
    ]);
    await Promise.all(told.concat(isImported ? [] : [byHand]).map((act) => act()));
    if (isImported) await byHand();
    expect([seed, await available()]).toEqual([seed, AMOUNT]);
  }
});

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await Promise.resolve();
}
