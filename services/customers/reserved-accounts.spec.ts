import { beforeEach, expect, it } from '@jest/globals';
import { fact, systemContext } from '../../infra/event-store/event-context.js';
import { NO_STREAM, type EventStore } from '../../infra/event-store/event-store.js';
import { MemoryEventStore } from '../../infra/event-store/testing/memory-event-store.js';
import {
  claimAccount,
  formerReservedAccountStream,
  ownerOfAccount,
  reservedAccountStream,
} from './reserved-accounts.js';

let store: EventStore;
beforeEach(() => {
  store = new MemoryEventStore();
});

const reserved = (userId: string, provider: string, accountReference: string) =>
  fact('AccountReserved', { userId, provider, accountReference, sealed: '' }, systemContext());
const claim = (userId: string, provider: string, accountReference: string): Promise<boolean> => {
  const data = { userId, provider, accountReference };
  return claimAccount(store, data, reserved(userId, provider, accountReference));
};

it('finds the owner of an account at its own provider only', async () => {
  expect(await claim('ada', 'paystack', 'CUS_1')).toBe(true);
  expect(await ownerOfAccount(store, 'paystack', 'CUS_1')).toBe('ada');
  expect(await ownerOfAccount(store, 'monnify', 'CUS_1')).toBeUndefined();
});

it('gives an account to one customer, also when two claim it at once', async () => {
  const claims = await Promise.all(['ada', 'bola'].map((userId) => claim(userId, 'paystack', 'CUS_1')));
  expect(claims.filter(Boolean)).toHaveLength(1);
  expect(await Promise.all(['ada', 'bola'].map((userId) => claim(userId, 'paystack', 'CUS_1')))).toEqual(
    claims,
  );
});

it('gives the same reference at another provider to another customer', async () => {
  await claim('ada', 'monnify', 'customer-7');
  expect(await claim('bola', 'paystack', 'customer-7')).toBe(true);
});

it('reads the former name of a stream for Monnify, and stores nothing more', async () => {
  const former = formerReservedAccountStream('NL-ada');
  await store.append(former, NO_STREAM, [reserved('ada', 'monnify', 'NL-ada')]);
  expect(await ownerOfAccount(store, 'monnify', 'NL-ada')).toBe('ada');
  expect(await ownerOfAccount(store, 'paystack', 'NL-ada')).toBeUndefined();
  expect(await claim('ada', 'monnify', 'NL-ada')).toBe(true);
  expect(await claim('bola', 'monnify', 'NL-ada')).toBe(false);
  expect(await store.readAll(0, 10)).toHaveLength(1);
});

it("takes no account of another provider for Monnify's, although a former name equals its stream", async () => {
  await claim('ada', 'paystack', 'CUS_1');
  const accountReference = reservedAccountStream('paystack', 'CUS_1').slice('reserved-'.length);
  expect(formerReservedAccountStream(accountReference)).toBe(reservedAccountStream('paystack', 'CUS_1'));
  expect(await ownerOfAccount(store, 'monnify', accountReference)).toBeUndefined();
});
