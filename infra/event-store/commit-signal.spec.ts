import { expect, it, jest } from '@jest/globals';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CommitSignal, createCommitSignal } from './commit-signal.js';

const ROUNDS = 20;

interface WaitAsync {
  waitAsync(
    cells: Int32Array,
    index: number,
    value: number,
    timeoutMs?: number,
  ): { readonly async: boolean; readonly value: unknown };
}

it('wakes a reader in another thread before its own timer fires', async () => {
  const atomics = Atomics as unknown as WaitAsync;
  const original = atomics.waitAsync.bind(atomics);
  // `Atomics.waitAsync` without a time limit, so that only a wake-up ends the test.
  const waitAsync = jest
    .spyOn(atomics, 'waitAsync')
    .mockImplementation((cells, index, value) => original(cells, index, value));
  const memory = createCommitSignal();
  const [writer, reader] = [new CommitSignal('writes', memory), new CommitSignal('reads', memory)];
  const never = new AbortController().signal;
  for (let round = 0; round < ROUNDS; round += 1) {
    const changed = reader.changed(reader.version(), never);
    await nextTurn();
    writer.notify();
    await changed;
  }
  const ends = await Promise.all(
    waitAsync.mock.results.map(({ value }) => (value as { value: unknown }).value),
  );
  expect(ends).toEqual(Array.from({ length: ROUNDS }, () => 'ok'));
  waitAsync.mockRestore();
});

it('counts commits per kind of stream in the shared memory', () => {
  const memory = createCommitSignal();
  const [writer, reader] = [new CommitSignal('writes', memory), new CommitSignal('reads', memory)];
  const before = reader.changesLike('catalog');
  writer.notify(['wallet-1', 'purchase-catalog', 'user-1']);
  expect(reader.changesLike('catalog')).toBe(before);
  writer.notify(['wallet-1', 'catalog']);
  expect(reader.changesLike('catalog')).toBe(before! + 1);
  expect(reader.changesLike('wallet-2')).toBe(2);
  // A signal without shared memory cannot see the counter.
  expect(new CommitSignal('reads').changesLike('catalog')).toBeUndefined();
});
