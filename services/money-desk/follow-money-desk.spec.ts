import { expect, it } from '@jest/globals';
import { type Checkpoints, checkpointsInMemory } from '../../infra/checkpoints/checkpoints.js';
import { fact, systemContext } from '../../infra/event-store/event-context.js';
import { NO_STREAM } from '../../infra/event-store/event-store.js';
import { MemoryEventStore } from '../../infra/event-store/testing/memory-event-store.js';
import { nowMs } from '../../infra/host/clock.js';
import { Scheduler } from '../../infra/simulation/scheduler.js';
import { installHost } from '../../infra/simulation/simulated-host.js';
import { until } from '../../infra/testing/until.js';
import { administratorStream } from '../administrators/administrator.events.js';
import { verifyLedger } from '../audit/verify-ledger.js';
import { userStream } from '../customers/user.events.js';
import { fundingStream } from '../funding/funding.stream.js';
import { unmatchedPostings } from '../ledger/posting-rules.js';
import { HOUSE_USER_ID, walletStream } from '../ledger/streams.js';
import { START, USER } from '../wallet/testing/given-wallet.js';
import { WalletProcess } from '../wallet/testing/wallet-process.js';
import { approvalOf, requestApproval } from './approvals.js';
import { followMoneyDesk } from './follow-money-desk.js';
import { assignUnmatched } from './unmatched.js';

it('finishes events that an older version passed over, and does nothing twice', async () => {
  const begunMs = nowMs();
  const store = new MemoryEventStore();
  const { wallets } = new WalletProcess(store);
  const payment = { provider: 'monnify', transactionReference: 'MNFY|1' };
  const kobo = { paid: '500', settled: '500' };
  const postings = unmatchedPostings({ provider: 'monnify', paid: 500n, settled: 500n });
  await store.append(fundingStream('monnify', 'MNFY|1'), NO_STREAM, [
    fact(
      'FundingUnmatched',
      { ...payment, ...kobo, accountReference: '', postings: postings.map((line) => ({ ...line })) },
      systemContext(),
    ),
  ]);
  const dead = { handle: () => Promise.reject(new Error('killed')) };
  const by = { actor: { kind: 'admin', id: 'grace' }, correlationId: 'c', now: START } as const;
  const as = { commandId: 'u1', reason: 'Wrote' };
  const lost = assignUnmatched(
    { eventStore: store, wallets: dead },
    payment,
    { userId: USER, charge: 0n },
    as,
    by,
  );
  await expect(lost).rejects.toThrow('killed');
  const position = (await store.readAll(0, 100)).at(-1)!.position;
  const older: Checkpoints = {
    load: (name) => (name === 'money-desk-1' ? { position, state: {} } : undefined),
    save: () => Promise.resolve(),
  };
  const available = async () => (await wallets.newest(USER)).available;
  for (const checkpoints of [older, older]) {
    const stopping = new AbortController();
    const errors: unknown[] = [];
    const logger = { error: (facts: unknown) => void errors.push(facts) };
    const signal = stopping.signal;
    const ended = followMoneyDesk({
      eventStore: store,
      wallets,
      checkpoints,
      logger,
      signal,
      soleOwnerDelayMs: 3_600_000,
    });
    await until(async () => (await available()) === 500n);
    stopping.abort();
    await ended;
    expect(errors).toEqual([]);
  }
  expect(await available()).toBe(500n);
  // Money moves at the current time, because the books of the decision's day may be closed.
  const [credited] = await store.readStream(walletStream(USER));
  expect(Date.parse(credited!.at)).toBeGreaterThanOrEqual(begunMs);
  const { problems, sum } = await verifyLedger({ eventStore: store });
  expect([problems, sum]).toEqual([[], '0']);
});

it('grants nothing before it has read the registration of another owner', async () => {
  const scheduler = new Scheduler(1);
  const toRealTime = installHost(scheduler);
  const pass = () => scheduler.runUntil(scheduler.now + 1_000);
  const store = new MemoryEventStore();
  const { wallets } = new WalletProcess(store);
  const hire = (userId: string) => {
    const registered = { userId, role: 'admin', tier: 'regular', sealed: '' };
    return store.append(userStream(userId), NO_STREAM, [fact('UserRegistered', registered, systemContext())]);
  };
  const work = { type: 'house', amount: '100' } as const;
  const context = { actor: { kind: 'admin', id: 'ada' }, correlationId: 'c', now: START } as const;
  const stopping = new AbortController();
  let readOn = (): void => undefined;
  const mayReadOn = new Promise<void>((resolve) => (readOn = resolve));
  try {
    await hire('ada');
    await requestApproval(store, { approvalId: 'a1', userId: HOUSE_USER_ID, reason: 'Stock', work }, context);
    const begun = await store.lastPosition();
    await hire('bola');
    const ended = followMoneyDesk({
      eventStore: store,
      wallets,
      checkpoints: checkpointsInMemory(),
      logger: { error: () => undefined },
      signal: stopping.signal,
      soleOwnerDelayMs: 1,
      async *follow(options) {
        yield await store.readAll(0, begun);
        await mayReadOn;
        yield* store.follow({ ...options, after: begun });
      },
    });
    await pass();
    expect((await approvalOf(store, 'a1')).standing).toBe('waiting');
    readOn();
    await pass();
    expect((await approvalOf(store, 'a1')).standing).toBe('waiting');
    stopping.abort();
    await pass();
    await ended;
  } finally {
    toRealTime();
  }
});

it('grants requests of the only owner, also of an owner who was registered before a restart', async () => {
  const store = new MemoryEventStore();
  const { wallets } = new WalletProcess(store);
  const checkpoints = checkpointsInMemory();
  const registered = { userId: 'ada', role: 'admin', tier: 'regular', sealed: '' };
  await store.append(userStream('ada'), NO_STREAM, [fact('UserRegistered', registered, systemContext())]);
  const given = fact('PermissionsChanged', { userId: 'ada', permissions: ['owner'] }, systemContext());
  await store.append(administratorStream('ada'), NO_STREAM, [given]);
  for (const approvalId of ['a1', 'a2']) {
    const work = { type: 'house', amount: '100' } as const;
    const context = { actor: { kind: 'admin', id: 'ada' }, correlationId: 'c', now: START } as const;
    await requestApproval(store, { approvalId, userId: HOUSE_USER_ID, reason: 'Stock', work }, context);
    const stopping = new AbortController();
    const ended = followMoneyDesk({
      eventStore: store,
      wallets,
      checkpoints,
      logger: { error: () => undefined },
      signal: stopping.signal,
      soleOwnerDelayMs: 1,
    });
    await until(async () => (await approvalOf(store, approvalId)).standing === 'applied');
    stopping.abort();
    await ended;
  }
});
