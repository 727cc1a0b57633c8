import { beforeEach, describe, expect, it } from '@jest/globals';
import { fact, systemContext } from '../../../infra/event-store/event-context.js';
import { NO_STREAM } from '../../../infra/event-store/event-store.js';
import { MemoryEventStore } from '../../../infra/event-store/testing/memory-event-store.js';
import { ACCESS_STREAM } from '../../administrators/access/access.events.js';
import { administratorStream } from '../../administrators/administrator.events.js';
import { userStream } from '../../customers/user.events.js';
import { HOUSE_USER_ID } from '../../ledger/streams.js';
import { START } from '../../wallet/testing/given-wallet.js';
import { WalletProcess } from '../../wallet/testing/wallet-process.js';
import { approvalOf, decideApproval, requestApproval } from '../approvals.js';
import { by } from '../testing/approving.js';
import { SoleOwner } from './sole-owner.js';

const HOUR = 3_600_000;
const DELAY = 24 * HOUR;
let store: MemoryEventStore;
let here: WalletProcess;
let sole: SoleOwner;
const hire = async (userId: string, ...permissions: string[]) => {
  const registered = { userId, role: 'admin', tier: 'regular', sealed: '' };
  await store.append(userStream(userId), NO_STREAM, [fact('UserRegistered', registered, systemContext())]);
  const given = fact('PermissionsChanged', { userId, permissions, was: ['owner'] }, systemContext());
  await store.append(administratorStream(userId), NO_STREAM, [given]);
};
const ask = (approvalId: string, who: string, hours = 0) =>
  requestApproval(
    store,
    { approvalId, userId: HOUSE_USER_ID, reason: 'Stock', work: { type: 'house', amount: '100' } },
    by(who, hours),
  );
const read = async () => {
  for (const event of await store.readAll(0, 1_000)) sole.onRecorded(event);
};
/** Looks at a wall clock that is `aheadMs` ahead of the monotonic clock. */
const lookAt = (hours: number, aheadMs: number) =>
  sole.grantDue(START.getTime() + hours * HOUR + aheadMs, hours * HOUR);
const look = async (hours: number) => {
  await read();
  await sole.grantDue(START.getTime() + hours * HOUR);
};
const standing = async (id: string) => (await approvalOf(store, id)).standing;

beforeEach(async () => {
  store = new MemoryEventStore();
  here = new WalletProcess(store);
  sole = new SoleOwner({ eventStore: store, wallets: here.wallets }, DELAY);
  await hire('ada', 'owner');
  await hire('ife', 'finance');
});

describe('a request of the only owner', () => {
  it('happens after the delay, once in two processes, and after a restart', async () => {
    await ask('a1', 'ada');
    await look(23.9);
    expect(await standing('a1')).toBe('waiting');
    const again = new SoleOwner({ eventStore: store, wallets: here.wallets }, DELAY);
    again.restore(sole.state());
    await Promise.all([look(24), again.grantDue(START.getTime() + DELAY)]);
    expect(await standing('a1')).toBe('applied');
    expect(await approvalOf(store, 'a1')).toMatchObject({ decidedBy: 'system' });
    expect((await here.wallets.newest(HOUSE_USER_ID)).available).toBe(100n);
  });

  it('waits while only the clock on the wall says that the delay has passed', async () => {
    await ask('a1', 'ada');
    await look(0);
    const [now, before] = [START.getTime() + 30 * HOUR, START.getTime()];
    await sole.grantDue(now, before + HOUR);
    expect(await standing('a1')).toBe('waiting');
    await sole.grantDue(now + DAY, before + DELAY);
    expect(await standing('a1')).toBe('applied');
  });

  it.each([
    ['a step forward', 0, 48 * HOUR],
    ['one look at a clock that was behind', -48 * HOUR, 0],
  ])('happens one delay after it was made, also after %s', async (_what, glimpse, step) => {
    await lookAt(-1, 0);
    await lookAt(0, glimpse);
    await ask('a1', 'ada', 1 + step / HOUR);
    await read();
    for (let hours = 1; hours < 25; hours += 1) {
      await lookAt(hours, step);
      expect(await standing('a1')).toBe('waiting');
    }
    await lookAt(25, step);
    expect(await standing('a1')).toBe('applied');
  });

  it('does not happen early, however often the clock steps forward', async () => {
    const step = (hours: number) => 5 * HOUR * Math.floor(hours / 7);
    const asked = new Map([
      ['a1', 6.9],
      ['a2', 8.9],
      ['a3', 34.9],
    ]);
    for (let hours = 0; hours < 60; hours += 1) {
      await lookAt(hours, step(hours));
      for (const [id, at] of asked) {
        if (hours === Math.floor(at)) await ask(id, 'ada', at + step(at) / HOUR).then(read);
        if (hours >= at) expect(await standing(id)).toBe(hours < at + 24 ? 'waiting' : 'applied');
      }
    }
  });

  it('does not happen when it was taken back', async () => {
    await ask('a1', 'ada');
    await decideApproval(store, 'a1', { grant: false, reason: 'A mistake' }, by('ada'));
    await look(30);
    expect(await standing('a1')).toBe('refused');
  });
});

const DAY = 24 * HOUR;
/** Decides as an owner about the access of another administrator, `days` before or after `START`. */
const decide = (days: number, type: string, userId: string, data: object, who = 'ada') => {
  const context = { ...by(who), now: new Date(START.getTime() + days * DAY) };
  return store
    .head(ACCESS_STREAM)
    .then((head) => store.append(ACCESS_STREAM, head, [fact(type, { userId, ...data }, context)]));
};
const OWNER = { role: 'admin', permissions: ['owner'] };
const NOTHING = { role: 'admin', permissions: [] };
const FINANCE = { role: 'admin', permissions: ['finance'] };

describe('an owner whom the only owner made', () => {
  beforeEach(() => decide(-28, 'AdministratorAccessChanged', 'ife', { access: OWNER, was: FINANCE }));

  it('gets nothing by the delay, and the only owner does', async () => {
    await ask('a1', 'ife');
    await ask('a2', 'ada');
    await look(24);
    expect([await standing('a1'), await standing('a2')]).toEqual(['waiting', 'applied']);
  });

  it('gets nothing by the delay after suspending the only owner', async () => {
    await decide(0, 'AdministratorSuspended', 'ada', { reason: 'x' }, 'ife');
    await ask('a1', 'ife');
    await look(29 * 24);
    expect(await standing('a1')).toBe('waiting');
  });
});

it('a request of an only owner in their first 24 hours is granted one delay after these hours', async () => {
  await decide(-1 / 24, 'AdministratorAccessChanged', 'ada', { access: FINANCE, was: OWNER }, 'system');
  await decide(0, 'AdministratorAccessChanged', 'ife', { access: OWNER, was: FINANCE }, 'system');
  await ask('a1', 'ife', 23.9);
  await ask('a2', 'ife', 720);
  await look(47.9);
  expect(await standing('a1')).toBe('waiting');
  await look(30 * 24);
  expect([await standing('a1'), await standing('a2')]).toEqual(['applied', 'waiting']);
  await look(31 * 24);
  expect(await standing('a2')).toBe('applied');
});

describe('another owner', () => {
  it('promoted by the only owner in the last 30 days counts as one with them', async () => {
    await decide(-28, 'AdministratorAccessChanged', 'ife', { access: OWNER, was: FINANCE });
    await ask('a1', 'ada');
    await look(24);
    expect(await standing('a1')).toBe('applied');
    await ask('a2', 'ada');
    await look(2 * 24);
    expect(await standing('a2')).toBe('waiting');
  });

  it('keeps a request waiting while two owners do not count as one, although each counts as one with the asker', async () => {
    await hire('bola', 'owner');
    await hire('eve', 'owner');
    await decide(-2, 'AdministratorAccessChanged', 'ada', { access: FINANCE, was: NOTHING }, 'bola');
    await decide(-1, 'AdministratorAccessChanged', 'ada', { access: OWNER, was: FINANCE }, 'eve');
    await ask('a1', 'ada');
    await look(24);
    expect(await standing('a1')).toBe('waiting');
  });

  it.each([
    ['suspended', () => decide(-1, 'AdministratorSuspended', 'bola', { reason: 'x' })],
    ['demoted', () => decide(-1, 'AdministratorAccessChanged', 'bola', { access: FINANCE, was: OWNER })],
    [
      'demoted and promoted',
      async () => {
        await decide(-1, 'AdministratorAccessChanged', 'bola', { access: FINANCE, was: OWNER });
        await decide(0, 'AdministratorAccessChanged', 'bola', { access: OWNER, was: FINANCE });
      },
    ],
  ])('%s by the one who asks still counts for 30 days', async (what, remove) => {
    await hire('bola', 'owner');
    await remove();
    await ask('a1', 'ada');
    await look(28 * 24);
    expect(await standing('a1')).toBe('waiting');
    await look(30 * 24);
    expect(await standing('a1')).toBe(what === 'demoted and promoted' ? 'waiting' : 'applied');
  });
});

describe('a request stays waiting', () => {
  it.each([
    ['for an administrator who is no owner', 'ife', async () => undefined],
    ['where there is another owner', 'ada', () => hire('bola', 'owner')],
  ])('%s', async (_what, who, also) => {
    await also();
    await ask('a1', who);
    await look(48);
    expect(await standing('a1')).toBe('waiting');
  });

  it('for an owner who is suspended by then', async () => {
    await ask('a1', 'ada');
    const suspended = fact('AdministratorSuspended', { userId: 'ada', reason: 'x' }, systemContext());
    await store.append(ACCESS_STREAM, NO_STREAM, [suspended]);
    await look(48);
    expect(await standing('a1')).toBe('waiting');
  });
});
