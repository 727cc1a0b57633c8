import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { pino } from 'pino';
import { checkpointsInMemory } from '../../infra/checkpoints/checkpoints.js';
import { openLmdbInbox } from '../../infra/inbox/open-lmdb-inbox.js';
import type { Inbox } from '../../infra/inbox/inbox.js';
import { ADA, openPeople } from '../customers/testing/people.js';
import type { People } from '../customers/testing/people.js';
import { until } from '../../infra/testing/until.js';
import { CreateUser } from '../customers/registration/create-user.handler.js';
import { systemContext } from '../../infra/event-store/event-context.js';
import { handleStanding } from '../customers/standing.js';
import { fundingStream } from './funding.stream.js';
import { ProviderUnavailable } from '../vendors/payment-provider.js';
import { failingSweeps } from './sweep/failing-sweeps.js';
import { startFollowingFundings } from './follow-fundings.js';
import { openFundingService } from './funding.service.js';
import { FakeProvider } from './testing/fake-provider.js';
import { signed, webhookOf } from './testing/open-funding.js';

/** The webhook service and the follower run in different processes. */
let lines: string[] = [];
const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
const REFERENCE = 'MNFY|1';
let people: People;
let inbox: Inbox;
let provider: FakeProvider;
let userId: string;
let checkpoints = checkpointsInMemory();
const running: { stop(): Promise<void> }[] = [];

beforeEach(async () => {
  lines = [];
  people = await openPeople({ FUNDING_SWEEP_EVERY: '1h' });
  inbox = openLmdbInbox({ dir: join(people.dir, 'inbox') });
  provider = new FakeProvider();
  checkpoints = checkpointsInMemory();
  ({ userId } = await people.register.execute(new CreateUser(ADA, systemContext())));
  const desk = await openFundingService(parts());
  await desk.reserveAccount((await people.users.byId(userId))!);
  await desk.stop();
});
afterEach(async () => {
  await Promise.all(running.splice(0).map(({ stop }) => stop()));
  await inbox.close();
  await people.remove();
});

const parts = () => ({
  eventStore: people.store,
  vault: people.vault,
  users: people.users,
  wallets: people.wallets,
  inbox,
  logger,
  providers: [provider],
  checkpoints,
  config: people.config,
  charge: () => 0n,
});

function follow(now = () => Date.now()) {
  const stopping = new AbortController();
  const followed = startFollowingFundings({ ...parts(), signal: stopping.signal, settleMs: 50, now });
  const one = {
    isCaughtUp: () => followed.isCaughtUp(),
    sweep: () => followed.sweep(),
    async stop() {
      stopping.abort();
      await followed.done;
    },
  };
  running.push(one);
  return one;
}

async function tell(): Promise<void> {
  const desk = await openFundingService(parts());
  const body = webhookOf(REFERENCE, undefined, 3_000);
  await desk.receiveWebhook('monnify', body, signed(body));
  await desk.stop();
}

const available = async (): Promise<bigint> => (await people.wallets.load(userId)).available;
const funded = async (): Promise<number> =>
  (await people.store.readAll(0, 1_000)).filter(({ type }) => type === 'WalletFunded').length;

it('credits a payment reported by another process once, with several followers', async () => {
  follow();
  follow();
  provider.pay(REFERENCE, `NL-${userId}`, 300_000n);
  await tell();
  await until(async () => (await available()) > 0n);
  expect(await funded()).toBe(1);
});

it('credits a payment reported while no process followed later, with one query', async () => {
  provider.pay(REFERENCE, `NL-${userId}`, 300_000n);
  await tell();
  const hourLater = () => Date.now() + 3_600_000;
  await follow(hourLater).stop();
  expect(await funded()).toBe(0);
  follow(hourLater);
  await until(async () => (await available()) > 0n);
  expect(provider.asked.get(REFERENCE)).toBe(1);
});

it('does not query finished payments when it reads the log from the beginning', async () => {
  provider.pay(REFERENCE, `NL-${userId}`, 300_000n);
  const first = follow();
  await tell();
  await until(async () => (await available()) > 0n);
  await first.stop();
  checkpoints = checkpointsInMemory();
  provider.references = async function* () {};
  const reads = people.store.readStream.bind(people.store);
  const asked: string[] = [];
  people.store.readStream = (stream, options) => {
    asked.push(stream);
    return reads(stream, options);
  };
  const second = follow(() => Date.now() + 3_600_000);
  await until(() => second.isCaughtUp());
  expect(asked.filter((stream) => stream.startsWith('funding-'))).toEqual([]);
});

it("finds a payment with a lost webhook in the provider's list", async () => {
  provider.pay(REFERENCE, `NL-${userId}`, 300_000n);
  follow();
  await until(async () => (await available()) > 0n);
  expect(await funded()).toBe(1);
});

it('stores since when a list cannot be read, until it is read again, over restarts', async () => {
  const list = provider.references.bind(provider);
  provider.references = async function* () {
    throw new ProviderUnavailable('Monnify answered 200 in an unknown shape: content');
  };
  const known = () => failingSweeps(checkpoints, ['monnify', 'paystack']);
  const first = follow();
  await until(async () => (await known()).length > 0);
  const [{ provider: code, since } = { provider: '', since: 0 }] = await known();
  expect(code).toBe('monnify');
  await first.stop();
  const second = follow();
  await until(() => lines.filter((line) => line.includes('lost webhooks failed')).length > 2);
  expect(await known()).toEqual([{ provider: 'monnify', since }]);
  await second.stop();
  provider.references = list;
  follow();
  await until(async () => (await known()).length === 0);
});

it('logs the unreadable rows of a list once per sweep, and credits the other payments', async () => {
  provider.pay(REFERENCE, `NL-${userId}`, 300_000n);
  const row = (digest: string) => ({ field: 'reference', type: 'nothing', digest }) as const;
  provider.references = async function* () {
    yield* await Promise.resolve([
      row('d1'),
      { transactionReference: REFERENCE, said: undefined },
      row('d2'),
    ]);
  };
  follow();
  await until(async () => (await available()) > 0n);
  await until(() => lines.some((line) => line.includes('unreadable rows')));
  const said = lines
    .filter((line) => line.includes('unreadable rows'))
    .map((line) => JSON.parse(line) as object);
  // The first sweep asks for a week in several parts, and this provider answers each of them the same.
  expect(said).toMatchObject([{ level: 50, stored: 2, left: 0, first: row('d1') }]);
});

it('credits an unread payment by itself when the provider becomes certain', async () => {
  provider.pay(REFERENCE, `NL-${userId}`, 300_000n, { paid: undefined });
  provider.references = async function* () {};
  const following = follow();
  await tell();
  const ends = async () =>
    (await people.store.readStream(fundingStream(provider.code, REFERENCE))).map(({ type }) => type);
  await until(async () => (await ends()).includes('FundingUnread'));
  // A crash between two queries loses no payment.
  await following.stop();
  provider.pay(REFERENCE, `NL-${userId}`, 300_000n);
  follow();
  await until(async () => (await available()) === 300_000n);
  expect(await ends()).toEqual(['FundingReported', 'FundingUnread', 'FundingVerified']);
  expect(await funded()).toBe(1);
});

it('queries a rejected payment again when it is reported again, and credits it once paid', async () => {
  provider.pay(REFERENCE, `NL-${userId}`, 300_000n, { status: 'EXPIRED' });
  // Without a sweep, only webhooks count.
  provider.references = async function* () {};
  const following = follow();
  await tell();
  const ends = async () =>
    (await people.store.readStream(fundingStream(provider.code, REFERENCE))).map(({ type }) => type);
  await until(async () => (await ends()).includes('FundingRejected'));
  await tell();
  await until(async () => (await ends()).length === 4);
  expect(await ends()).toEqual(['FundingReported', 'FundingRejected', 'FundingReported', 'FundingRejected']);
  provider.pay(REFERENCE, `NL-${userId}`, 300_000n);
  await tell();
  await until(async () => (await available()) > 0n);
  await tell();
  await until(() => following.isCaughtUp());
  expect((await ends()).slice(4)).toEqual(['FundingReported', 'FundingVerified']);
  expect(await funded()).toBe(1);
});

it('does not query a rejected payment again for each sweep', async () => {
  provider.pay(REFERENCE, `NL-${userId}`, 300_000n, { status: 'EXPIRED' });
  const following = follow();
  await until(
    async () => (await people.store.readStream(fundingStream(provider.code, REFERENCE))).length > 1,
  );
  await following.sweep();
  await until(() => following.isCaughtUp());
  expect(await people.store.readStream(fundingStream(provider.code, REFERENCE))).toHaveLength(2);
});

it("leaves a payment to a forgotten person's account unmatched", async () => {
  await handleStanding(people.store, userId, { type: 'Forget' }, systemContext());
  provider.pay(REFERENCE, `NL-${userId}`, 300_000n);
  const following = follow();
  await tell();
  const ends = async () =>
    (await people.store.readStream(fundingStream(provider.code, REFERENCE))).map(({ type }) => type);
  await until(async () => (await ends()).length > 1);
  await until(() => following.isCaughtUp());
  expect(await ends()).toEqual(['FundingReported', 'FundingUnmatched']);
  expect(await funded()).toBe(0);
});
