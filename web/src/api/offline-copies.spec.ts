import { beforeEach, expect, it } from '@jest/globals';
import { copyOf, hasCopies, keepCopy } from './offline-copies.js';

let kept: Map<string, Response>;
let page: { cookie: string };
beforeEach(() => {
  kept = new Map();
  page = { cookie: 'csrftoken=abc' };
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

it('shows answers offline until the CSRF cookie ends with the session, and then deletes them', async () => {
  await keepCopy('userData', {}, { wallet: 1 }, '');
  expect(await copyOf('userData', {})).toMatchObject({ data: { wallet: 1 } });
  expect(await hasCopies()).toBe(true);
  page.cookie = 'theme=dark';
  expect(await hasCopies()).toBe(false);
  expect(kept.size).toBe(0);
});
