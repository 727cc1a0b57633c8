import { beforeEach, describe, expect, it } from '@jest/globals';
import type { CommandBus } from '@nestjs/cqrs';
import { HOUSE_USER_ID, walletStream } from '../ledger/streams.js';
import type { EventContext } from '../../infra/event-store/event-context.js';
import type { Permission } from '../contracts/admin/administrators.contract.js';
import { NEW_FOR_MS } from '../administrators/access/access.decider.js';
import type { Administrator, Administrators } from '../administrators/administrators.js';
import type { Users } from '../customers/users.js';
import { buy, fund, START, USER } from '../wallet/testing/given-wallet.js';
import { WalletWorld } from '../wallet/testing/wallet-world.js';
import { AdjustWallet, AdjustWalletHandler } from './adjust-wallet.handler.js';
import { approvalStream } from './approval.events.js';
import { requestApproval } from './approvals.js';
import { CreditManually, CreditManuallyHandler } from './credit-manually.handler.js';
import { DecideApproval, DecideApprovalHandler } from './decide-approval.handler.js';
import { FundHouse, FundHouseHandler } from './fund-house.handler.js';
import { SaveUserForm, SaveUserFormHandler } from './save-user-form.handler.js';

const LIMIT = { ADJUSTMENT_APPROVAL_LIMIT: '50000', ALONE_DAILY_CAP: '900000' };
const MUCH = 50_000_00n;
const grace = { actor: { kind: 'admin', id: 'grace' }, correlationId: 'c', now: START } as const;
const eve = { ...grace, actor: { kind: 'admin', id: 'eve' } } as const;

let world: WalletWorld;
let permissions: Record<string, readonly Permission[]>;
let givenAt: Record<string, string>;
let shared: readonly string[];
/** Administrators who did not make some owner an owner. */
let withOtherOwner: readonly string[];
beforeEach(async () => {
  world = new WalletWorld();
  permissions = { grace: ['finance'], eve: ['owner'] };
  givenAt = {};
  [shared, withOtherOwner] = [[], []];
  await world.ask(fund(1_000n));
});

const adjust = (after: bigint, { before = 1_000n, id = 'f1', by = grace as EventContext } = {}) =>
  new AdjustWalletHandler(world.wallets, world.store, LIMIT).execute(
    new AdjustWallet(USER, { before, after }, 'Paid twice', by, id),
  );
const credit = (amount: bigint, { id = 'f1', reference = 'FT1' } = {}) =>
  new CreditManuallyHandler(
    world.wallets,
    world.store,
    { loadKeys: async () => undefined, seal: (_, about) => `sealed ${Object.keys(about).join()}` },
    LIMIT,
  ).execute(
    new CreditManually(
      {
        userId: USER,
        amount,
        bank: 'GTBank',
        reference,
        depositor: 'ADA OBI',
        evidence: 'mail',
        reason: 'Paid in',
      },
      grace,
      id,
    ),
  );
const decide = (grant: boolean, by: typeof grace | typeof eve = eve, id = 'f1') =>
  new DecideApprovalHandler(
    world.wallets,
    {
      current: async ({ userId }: { userId: string }) => ({ permissions: permissions[userId] ?? [] }),
      givenAt: async (userId: string) => givenAt[userId],
      sharedHands: async () => shared,
      hasOtherOwner: async (_: unknown, userId: string) => withOtherOwner.includes(userId),
    } as unknown as Administrators,
    { current: async (userId: string) => ({ userId, role: 'admin' }) } as unknown as Users,
    world.store,
  ).execute(new DecideApproval(id, grant ? { grant } : { grant, reason: 'No' }, by));
const stored = () => world.store.readStream(walletStream(USER));

describe('a balance change', () => {
  it('up to the limit is made at once and once, by an event with administrator and reason', async () => {
    expect(await adjust(1_000n + MUCH)).toEqual({ outcome: 'applied', available: 1_000n + MUCH });
    expect(await adjust(1_000n + MUCH)).toEqual({ outcome: 'applied', available: 1_000n + MUCH });
    const [changed, ...more] = (await stored()).slice(2);
    expect(more).toEqual([]);
    expect(changed).toMatchObject({
      type: 'WalletAdjusted',
      actor: grace.actor,
      data: { delta: String(MUCH), reason: 'Paid twice', kind: 'correction' },
    });
  });

  it('above the limit waits for a second administrator, in either direction', async () => {
    const waiting = { outcome: 'waiting', approvalId: 'f1', available: 1_000n };
    expect(await adjust(1_001n + MUCH)).toEqual(waiting);
    expect(await adjust(1_001n + MUCH)).toEqual(waiting);
    expect((await stored()).length).toBe(2);
    expect(await decide(true)).toMatchObject({ standing: 'applied' });
    // Sending the form again reports its result.
    expect(await adjust(1_001n + MUCH)).toMatchObject({ outcome: 'applied', available: 1_001n + MUCH });
    const much = { before: 1_001n + MUCH, id: 'f2' };
    expect(await adjust(0n, much)).toMatchObject({ outcome: 'waiting' });
  });

  it('above the limit is not requested for a stale balance, a negative one or without a change', async () => {
    await expect(adjust(1_001n + MUCH, { before: 999n })).rejects.toMatchObject({ code: 'STALE_EDIT' });
    await expect(adjust(-1n - MUCH)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    await expect(adjust(1_000n)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    expect((await world.store.head(approvalStream('f1'))).revision).toBe(-1);
  });

  it('cannot be granted when the requester lost the permission, but can be refused', async () => {
    await adjust(1_001n + MUCH);
    permissions['grace'] = ['support'];
    await expect(decide(true)).rejects.toMatchObject({ code: 'APPROVAL_WITHOUT_ASKER' });
    expect((await stored()).length).toBe(2);
    expect(await decide(false)).toMatchObject({ standing: 'refused' });
    permissions['grace'] = ['finance'];
    await expect(decide(true)).rejects.toMatchObject({ code: 'APPROVAL_DECIDED' });
  });

  it('of a purchase in review is not granted for a requester with support alone', async () => {
    const work = { type: 'review', decision: 'refund', amount: '100', purchases: ['R1'] } as const;
    const asked = { approvalId: 'f1', userId: USER, reason: 'No record', work };
    await requestApproval(world.store, asked, grace);
    permissions['grace'] = ['support'];
    await expect(decide(true)).rejects.toMatchObject({ code: 'APPROVAL_WITHOUT_ASKER' });
    permissions['grace'] = ['finance'];
    expect(await decide(true)).toMatchObject({ standing: 'granted' });
  });

  it.each([
    ['who agrees', 'eve', 'You got'],
    ['who asked', 'grace', 'Whoever asked for this got'],
  ])('is not granted within 24 hours of the permission of %s, and is after', async (_who, id, says) => {
    await adjust(1_001n + MUCH);
    givenAt[id] = new Date(START.getTime() - NEW_FOR_MS + 1).toISOString();
    await expect(decide(true)).rejects.toMatchObject({
      code: 'APPROVAL_TOO_NEW',
      message: expect.stringContaining(says),
    });
    expect((await stored()).length).toBe(2);
    expect(await decide(false)).toMatchObject({ standing: 'refused' });
    await adjust(1_001n + MUCH, { id: 'f2' });
    givenAt[id] = new Date(START.getTime() - NEW_FOR_MS).toISOString();
    expect(await decide(true, eve, 'f2')).toMatchObject({ standing: 'applied' });
    // A repeated grant does not check how new the administrator is.
    givenAt[id] = START.toISOString();
    expect(await decide(true, eve, 'f2')).toMatchObject({ standing: 'applied' });
  });

  it.each(['grace', 'ada'])(
    'is not granted by two who share the giver %s while this giver has another owner',
    async (id) => {
      await adjust(1_001n + MUCH);
      shared = ['grace', 'ada'];
      withOtherOwner = [id];
      await expect(decide(true)).rejects.toMatchObject({ code: 'APPROVAL_SAME_HAND' });
      withOtherOwner = [];
      expect(await decide(true)).toMatchObject({ standing: 'applied' });
    },
  );

  it('requested by a machine whose clock was ahead shortens no wait after an invitation', async () => {
    const ahead = { ...grace, now: new Date(START.getTime() + 3 * NEW_FOR_MS) };
    await adjust(1_001n + MUCH, { by: ahead });
    givenAt['eve'] = new Date(START.getTime() - 3_600_000).toISOString();
    await expect(decide(true)).rejects.toMatchObject({ code: 'APPROVAL_TOO_NEW' });
    expect((await stored()).length).toBe(2);
  });

  it('is done although the approver was demoted right after', async () => {
    await adjust(1_001n + MUCH);
    await decide(true);
    permissions['eve'] = [];
    expect(await decide(true)).toMatchObject({ standing: 'applied' });
  });
});

describe('a customer form', () => {
  it('repeated after its answer was lost is answered as before, though the balance moved', async () => {
    const commands = {
      execute: (command: unknown) =>
        command instanceof AdjustWallet
          ? new AdjustWalletHandler(world.wallets, world.store, LIMIT).execute(command)
          : Promise.resolve({ changed: false }),
    } as unknown as CommandBus;
    const saving = new SaveUserFormHandler(world.wallets, commands, world.store);
    const admin = { userId: 'grace', permissions: ['finance'] } as unknown as Administrator;
    const save = (after: bigint, key: string) =>
      saving.execute(
        new SaveUserForm(
          USER,
          { edit: {}, balance: after },
          { edit: {}, balance: 1_000n },
          'Paid twice',
          admin,
          grace,
          key,
        ),
      );
    expect(await save(1_001n + MUCH, 'k1')).toEqual({ outcome: 'waiting' });
    expect(await save(1_500n, 'k2')).toEqual({ outcome: 'changed' });
    await world.ask(buy('p1', 300n));
    expect(await save(1_500n, 'k2')).toEqual({ outcome: 'changed' });
    expect(await save(1_001n + MUCH, 'k1')).toEqual({ outcome: 'waiting' });
    await expect(save(1_600n, 'k3')).rejects.toMatchObject({ code: 'STALE_EDIT' });
    expect((await world.wallets.load(USER)).available).toBe(1_200n);
  });
});

describe('a payment at a bank', () => {
  it('is credited at once up to the limit, and above it when a second administrator agrees', async () => {
    expect(await credit(MUCH)).toEqual({ outcome: 'applied', available: 1_000n + MUCH });
    expect(await credit(MUCH)).toEqual({ outcome: 'applied', available: 1_000n + MUCH });
    await expect(credit(MUCH, { id: 'f2' })).rejects.toMatchObject({ code: 'BANK_REFERENCE_USED' });
    expect(await credit(MUCH + 1n, { id: 'f3', reference: 'FT2' })).toMatchObject({ outcome: 'waiting' });
    expect(await decide(true, eve, 'f3')).toMatchObject({ standing: 'applied' });
    expect((await stored()).at(-1)).toMatchObject({
      type: 'ManualFundingCredited',
      data: { amount: String(MUCH + 1n), reference: 'FT2', approvedBy: 'eve' },
    });
  });

  it('stores the depositor only encrypted', async () => {
    await credit(MUCH);
    await credit(MUCH + 1n, { id: 'f3', reference: 'FT2' });
    expect(JSON.stringify(await world.store.readAll(0, 100))).not.toContain('ADA OBI');
  });
});

describe('the house wallet', () => {
  it('is funded once', async () => {
    const house = new FundHouseHandler(world.wallets, world.store, LIMIT);
    const stock = new FundHouse(5_000n, 'Stock', grace, 'f2');
    const funded = { outcome: 'applied', available: 5_000n };
    expect([await house.execute(stock), await house.execute(stock)]).toEqual([funded, funded]);
    const events = await world.store.readStream(walletStream(HOUSE_USER_ID));
    expect(events.map(({ type, actor }) => [type, actor.id])).toEqual([
      ['WalletOpened', 'grace'],
      ['HouseFunded', 'grace'],
    ]);
  });
});
