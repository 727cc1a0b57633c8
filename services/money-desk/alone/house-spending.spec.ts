import { beforeEach, describe, expect, it } from '@jest/globals';
import { fact } from '../../../infra/event-store/event-context.js';
import { MemoryEventStore } from '../../../infra/event-store/testing/memory-event-store.js';
import { ACCESS_STREAM } from '../../administrators/access/access.events.js';
import { START } from '../../wallet/testing/given-wallet.js';
import { WalletProcess } from '../../wallet/testing/wallet-process.js';
import { approvalIdsIn, by, finishIn, grantNewest } from '../testing/approving.js';
import { countAlone, leftAlone } from './allowance.js';
import { decideApproval } from '../approvals.js';
import { HouseSpending } from './house-spending.js';

const LIMITS = { ADJUSTMENT_APPROVAL_LIMIT: '500', ALONE_DAILY_CAP: '1200' };
const [EACH, ALL] = [500_00n, 1_200_00n];
let store: MemoryEventStore;
let here: WalletProcess;
beforeEach(() => {
  store = new MemoryEventStore();
  here = new WalletProcess(store);
});

const spend = (price: bigint, purchaseId = 'p1', who = 'grace', hours = 0) =>
  new HouseSpending(store, { seal: () => 'sealed' }, LIMITS)
    .permit(
      { purchaseId, price, what: `transfer/${price}`, label: 'Transfer to GTBank', recipient: '0123456789' },
      by(who, hours),
    )
    .then(
      () => 'permitted',
      (error: { code: string }) => error.code,
    );
const approvals = () => approvalIdsIn(store);
const grant = async (hours = 0) => finishIn(here, await grantNewest(store, hours));

describe('spending from the house wallet', () => {
  it('counts towards the day of the administrator, once for a repeated order', async () => {
    expect(await spend(300_00n)).toBe('permitted');
    expect(await spend(300_00n)).toBe('permitted');
    expect(await leftAlone(store, { each: EACH, all: ALL }, 'grace', START)).toBe(200_00n);
    expect(await spend(201_00n, 'p2')).toBe('HOUSE_APPROVAL');
    expect(await spend(201_00n, 'p3', 'mia')).toBe('permitted');
  });

  it('above the limit happens once per approval, for the order that was approved', async () => {
    expect(await spend(900_00n)).toBe('HOUSE_APPROVAL');
    expect(await spend(900_00n)).toBe('HOUSE_APPROVAL');
    expect(await approvals()).toHaveLength(1);
    expect(await grant()).toMatchObject({ standing: 'granted' });
    const both = await Promise.all([spend(900_00n, 'p1'), spend(900_00n, 'p2')]);
    expect(both.toSorted()).toEqual(['HOUSE_APPROVAL', 'permitted']);
    const winner = both[0] === 'permitted' ? 'p1' : 'p2';
    expect(await spend(900_00n, winner)).toBe('permitted');
    expect(await spend(901_00n, 'p4')).toBe('HOUSE_APPROVAL');
    expect(await spend(900_00n, 'p5', 'mia')).toBe('HOUSE_APPROVAL');
  });

  it('needs another approval when the first was not used within a day, or was refused', async () => {
    await spend(900_00n);
    await grant();
    expect(await spend(900_00n, 'p1', 'grace', 25)).toBe('HOUSE_APPROVAL');
    expect(await approvals()).toHaveLength(2);
    await decideApproval(store, (await approvals()).at(-1)!, { grant: false, reason: 'no' }, by('eve', 25));
    expect(await spend(900_00n, 'p1', 'grace', 26)).toBe('HOUSE_APPROVAL');
    expect(await approvals()).toHaveLength(3);
  });
});

describe('money that all administrators together move alone in a day', () => {
  const count = (who: string, amount: bigint, commandId = who) =>
    countAlone(store, { commandId, subject: 's', amount }, { each: EACH, all: ALL }, by(who));

  it('has a cap, even for several people at the same moment', async () => {
    const all = await Promise.all(['a', 'b', 'c', 'd'].map((who) => count(who, EACH)));
    expect(all.toSorted()).toEqual([false, false, true, true]);
    expect(await leftAlone(store, { each: EACH, all: ALL }, 'e', START)).toBe(200_00n);
    expect(await count('e', 200_00n)).toBe(true);
    expect(await count('f', 1n)).toBe(false);
  });

  it('is nothing for 24 hours after the permission was given', async () => {
    const head = await store.head(ACCESS_STREAM);
    const access = { role: 'admin', permissions: ['finance'] };
    const was = { role: 'auditor', permissions: [] };
    const promoted = fact('AdministratorAccessChanged', { userId: 'puppet', access, was }, by('bola', -23));
    await store.append(ACCESS_STREAM, head, [promoted]);
    expect(await count('puppet', 1n)).toBe(false);
    expect(
      await countAlone(
        store,
        { commandId: 'x', subject: 's', amount: 1n },
        { each: EACH, all: ALL },
        by('puppet', 1),
      ),
    ).toBe(true);
  });
});
