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

it('wakes whoever reads in another thread, who need not wait until it looks by itself', async () => {
  const atomics = Atomics as unknown as WaitAsync;
  const original = atomics.waitAsync.bind(atomics);
  // Without an end of its own: only a wake-up ends it, however slow the machine is.
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

it('counts what was committed to each kind of streams, for whoever shares its memory', () => {
  const memory = createCommitSignal();
  const [writer, reader] = [new CommitSignal('writes', memory), new CommitSignal('reads', memory)];
  const before = reader.changesLike('catalog');
  writer.notify(['wallet-1', 'purchase-catalog', 'user-1']);
  expect(reader.changesLike('catalog')).toBe(before);
  writer.notify(['wallet-1', 'catalog']);
  expect(reader.changesLike('catalog')).toBe(before! + 1);
  expect(reader.changesLike('wallet-2')).toBe(2);
  // Another process would not hear of it.
  expect(new CommitSignal('reads').changesLike('catalog')).toBeUndefined();
});
