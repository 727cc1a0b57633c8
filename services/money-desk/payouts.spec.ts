import { beforeEach, describe, expect, it } from '@jest/globals';
import { fact } from '../../infra/event-store/event-context.js';
import { NO_STREAM } from '../../infra/event-store/event-store.js';
import { MemoryEventStore } from '../../infra/event-store/testing/memory-event-store.js';
import { readStanding } from '../customers/standing.js';
import { userStream } from '../customers/user.events.js';
import { USER } from '../wallet/testing/given-wallet.js';
import { WalletProcess } from '../wallet/testing/wallet-process.js';
import { decideApproval, requestApproval } from './approvals.js';
import { by, finishIn, grantIn } from './testing/approving.js';

let store: MemoryEventStore;
let [here, there]: WalletProcess[] = [];
const changeEmail = async () => {
  const head = await store.head(userStream(USER));
  await store.append(userStream(USER), head, [fact('EmailChanged', { userId: USER, sealed: '' }, by('mia'))]);
};
const newest = async () => (await readStanding(store, USER)).standing.payoutDelay!;
const ask = async (approvalId = 'a1') => {
  const { id } = await newest();
  const work = { type: 'payouts', change: id } as const;
  return requestApproval(store, { approvalId, userId: USER, reason: 'Called back', work }, by('grace'));
};
const agree = (process = here!, approvalId = 'a1') => grantIn(process, 'eve', approvalId);
const typesOf = async () => (await store.readStream(userStream(USER))).map(({ type }) => type);

beforeEach(async () => {
  store = new MemoryEventStore();
  [here, there] = [new WalletProcess(store), new WalletProcess(store)];
  const registered = fact(
    'UserRegistered',
    { userId: USER, role: 'user', tier: 'regular', sealed: '' },
    by('x'),
  );
  await store.append(userStream(USER), NO_STREAM, [registered]);
  await changeEmail();
});

describe('allowing payouts early', () => {
  it('names both administrators, and happens once in two processes whose answers are lost', async () => {
    await ask();
    await decideApproval(store, 'a1', { grant: true }, by('eve'));
    here!.connection.faults.append.push({ lose: true });
    const ends = await Promise.all([here!, there!].map((process) => finishIn(process, 'a1')));
    expect(ends.map(({ standing }) => standing)).toEqual(['applied', 'applied']);
    expect(await typesOf()).toEqual(['UserRegistered', 'EmailChanged', 'PayoutsAllowed']);
    expect((await store.readStream(userStream(USER))).at(-1)).toMatchObject({
      actor: { id: 'grace' },
      data: { userId: USER, approvedBy: 'eve' },
    });
  });

  it('lapses when the email was changed again meanwhile', async () => {
    await ask();
    await changeEmail();
    expect(await agree()).toMatchObject({
      standing: 'lapsed',
      why: expect.stringContaining('changed again'),
    });
    expect(await typesOf()).not.toContain('PayoutsAllowed');
  });

  it('lapses for a deleted customer', async () => {
    await ask();
    const head = await store.head(userStream(USER));
    await store.append(userStream(USER), head, [fact('PersonForgotten', { userId: USER }, by('x'))]);
    expect(await agree()).toMatchObject({ standing: 'lapsed' });
  });
});
