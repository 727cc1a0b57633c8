import { beforeEach, expect, it } from '@jest/globals';
import { copyOf, hasCopies, keepCopy } from './offline-copies.js';

let kept: Map<string, Response>;
let page: { cookie: string };
beforeEach(() => {
  kept = new Map();
  page = { cookie: 'csrftoken=abc; session_ends=4102444800' };
  const store = {
    put: async (address: string, answer: Response) => void kept.set(address, answer),
    match: async (address: string) => kept.get(address)?.clone(),
    keys: async () => [...kept.keys()],
    delete: async (address: string) => kept.delete(address),
  };
  const caches = { open: async () => store, delete: async () => kept.clear() };
  const localStorage = { getItem: () => null };
  const window = { caches, location: { pathname: '/home' } };
  Object.assign(globalThis, { window, document: page, location: window.location, caches, localStorage });
});

it('shows answers offline until the session ends, and then deletes them', async () => {
  await keepCopy('userData', {}, { wallet: 1 }, '');
  expect(await copyOf('userData', {})).toMatchObject({ data: { wallet: 1 } });
  expect(await hasCopies()).toBe(true);
  page.cookie = 'csrftoken=abc; session_ends=1773129600';
  expect(await hasCopies()).toBe(false);
  expect(kept.size).toBe(0);
});
