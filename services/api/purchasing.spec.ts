import { describe, expect, it } from '@jest/globals';
import type { CommandBus, QueryBus } from '@nestjs/cqrs';
import { LoadSignal } from '../../infra/threads/load-signal.js';
import { HOUSE_USER_ID } from '../ledger/streams.js';
import type { User } from '../customers/user.state.js';
import { RuleBroken } from '../contracts/errors.js';
import { FindAccepted } from '../purchases/accept/find-accepted.handler.js';
import { PlaceOrder } from '../purchases/accept/place-order.handler.js';
import type { Caller } from './guards/caller.js';
import { orderDigest, type AccountPurchaseRequest, Purchasing } from './purchasing.js';
import type { WrittenPositions } from './written-positions.js';

const ANSWER = { status: true, message: 'bought', reference: 'NL1', transaction_status: 'Pending' } as const;

describe('buying', () => {
  const setting = (execute: (command: PlaceOrder) => Promise<unknown>) => {
    const loadSignal = new LoadSignal();
    const stopped = new Set<string>();
    const noted: string[] = [];
    const house = {
      buyer: async () => ({ userId: HOUSE_USER_ID }) as User,
      actorOf: async ({ userId }: Caller) => ({ kind: 'admin', id: userId }) as const,
    };
    const users = {
      cachedById: () => undefined,
      isFrozen: ({ userId }: Pick<User, 'userId'>) => stopped.has(userId),
      byId: async (userId: string) => (userId === 'ada' ? ({ userId } as User) : undefined),
    };
    const purchasing = new Purchasing(
      users,
      loadSignal,
      { execute } as unknown as CommandBus,
      {
        execute: async (query: unknown) => {
          if (!(query instanceof FindAccepted)) throw new Error('nobody asks');
          return `${query.userId} ${query.idempotencyKey}`;
        },
      } as unknown as QueryBus,
      { note: (userId: string) => noted.push(userId) } as unknown as WrittenPositions,
      house,
    );
    const buy = (userId = 'ada', key?: string) =>
      purchasing.buy(
        { userId, role: 'user' },
        { transaction_pin: '4826' },
        key,
        (order) => new PlaceOrder('airtime', order, { network: 1, amount: 5_000n, phone: '08031234567' }),
      );
    return { buy, loadSignal, noted, stopped, purchasing };
  };

  it('passes the order on, and notes the write', async () => {
    let got: PlaceOrder | undefined;
    const { buy, noted } = setting(async (command) => {
      got = command;
      return ANSWER;
    });
    expect(await buy('ada', 'key-1')).toBe(ANSWER);
    expect(got?.order).toMatchObject({ pin: '4826', idempotencyKey: 'key-1', confirmDuplicate: false });
    expect(got?.order.actor).toEqual({ kind: 'user', id: 'ada' });
    expect(noted).toEqual(['ada']);
  });

  it('reads the freeze when the order is checked, not when it arrives', async () => {
    const before: unknown[] = [];
    const { buy, stopped } = setting(async ({ order }) => {
      before.push(order.isFrozen?.());
      stopped.add('ada');
      before.push(order.isFrozen?.());
      return ANSWER;
    });
    await buy();
    expect(before).toEqual([false, true]);
  });

  it('is found under its key; for the house, under the key of the administrator', async () => {
    let got: PlaceOrder | undefined;
    const { purchasing } = setting(async (command) => {
      got = command;
      return ANSWER;
    });
    const order = (asked: AccountPurchaseRequest) =>
      new PlaceOrder('airtime', asked, { network: 1, amount: 5_000n, phone: '08031234567' });
    for (const caller of [
      { userId: 'ada', role: 'user' },
      { userId: 'grace', role: 'admin' },
    ] as const) {
      await purchasing.buy(caller, { transaction_pin: '4826' }, 'key-1', order);
      const { user, idempotencyKey } = got!.order;
      expect(await purchasing.acceptedUnder(caller, 'key-1')).toBe(`${user.userId} ${idempotencyKey}`);
    }
  });

  it('refuses an invalid key, and an erased customer', async () => {
    const { buy, noted } = setting(async () => ANSWER);
    await expect(buy('ada', 'not a key')).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    await expect(buy('gone')).rejects.toMatchObject({ code: 'SESSION_EXPIRED' });
    expect(noted).toEqual([]);
  });

  it('raises the load signal for concurrent orders', async () => {
    const { buy, loadSignal } = setting(() => new Promise(() => undefined));
    for (let customer = 0; customer < 16; customer += 1) void buy();
    await new Promise((resolve) => setImmediate(resolve));
    expect(loadSignal.on).toBe(true);
  });

  it('does not raise the load signal for sequential orders, refused ones included', async () => {
    const { buy, loadSignal, noted } = setting(async () => {
      throw new RuleBroken('PIN_INCORRECT');
    });
    for (let customer = 0; customer < 40; customer += 1) await expect(buy()).rejects.toThrow(RuleBroken);
    expect(loadSignal.on).toBe(false);
    expect(noted).toEqual([]);
  });
});

const ORDER = { amount: 500_00n, network: 1, phone: '+2348031234567' };

describe('the digest of an order', () => {
  it.each([
    ['in another order', { phone: ORDER.phone, network: 1, amount: 500_00n }],
    ['with nothing where nothing has to be', { ...ORDER, narration: null, note: undefined }],
    [
      'signed, confirmed and shown',
      { ...ORDER, transaction_pin: '4826', confirm_duplicate: true, quoted_price: 1n },
    ],
    ['with whosever tokens', { ...ORDER, access_token: 'a', grabToken: 'b', user_access_code: 'c' }],
    ['with what was signed', { ...ORDER, passkey: { price: 1n } }],
  ])('is equal %s', (_how, order) => {
    expect(orderDigest(order)).toBe(orderDigest(ORDER));
  });

  it.each([
    ['amount', { ...ORDER, amount: 500_01n }],
    ['recipient', { ...ORDER, phone: '+2348031234568' }],
    ['network', { ...ORDER, network: 2 }],
    ['kind of a value', { ...ORDER, network: '1' }],
    ['more', { ...ORDER, narration: '' }],
  ])('differs with another %s', (_what, order) => {
    expect(orderDigest(order)).not.toBe(orderDigest(ORDER));
  });
});
