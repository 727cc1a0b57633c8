import { beforeEach, expect, it } from '@jest/globals';
import { fact, systemContext } from '../../../infra/event-store/event-context.js';
import { type BeforeAppend, NO_STREAM } from '../../../infra/event-store/event-store.js';
import { MemoryEventStore } from '../../../infra/event-store/testing/memory-event-store.js';
import { openOwnLog } from './own-log.js';

let store: MemoryEventStore & { beforeAppend: BeforeAppend | undefined };
beforeEach(() => {
  store = Object.assign(new MemoryEventStore(), { beforeAppend: undefined });
});

const open = (production: boolean, whenEmpty: 'begin' | 'refuse' = 'begin') =>
  openOwnLog({ log: 'memory', eventStore: store, places: [], whenEmpty, production });
const types = async () => (await store.readAll(0, 10)).map(({ type }) => type);

it('a new ledger in production starts with an empty catalogue, once', async () => {
  await open(true);
  await open(true);
  await open(true, 'refuse');
  expect(await types()).toEqual(['LedgerBegun', 'CatalogStarted']);
});

it('a new ledger for a demonstration keeps the first price list', async () => {
  await open(false);
  expect(await types()).toEqual(['LedgerBegun']);
});

it('a ledger that has events keeps the first price list in production', async () => {
  await open(false);
  await store.append('user-ada', NO_STREAM, [fact('EmailVerified', { userId: 'ada' }, systemContext())]);
  await open(true, 'refuse');
  expect(await types()).toEqual(['LedgerBegun', 'EmailVerified']);
});

it('a crash between the two events is made good at the next start, also when two processes start', async () => {
  await store.append('ledger', NO_STREAM, [fact('LedgerBegun', {}, systemContext())]);
  await Promise.all([open(true, 'refuse'), open(true, 'refuse')]);
  expect(await types()).toEqual(['LedgerBegun', 'CatalogStarted']);
});
