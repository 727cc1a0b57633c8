import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { Job, JobQueue } from '../job-queue.js';

/** Where jobs are put and where they are handled: the same queue, or the two ends of one. */
export interface QueueUnderTest {
  readonly sender: JobQueue;
  readonly receiver: JobQueue;
}

const dispatch = (purchaseId: string): Job => ({ kind: 'dispatch', purchaseId });

async function until(condition: () => boolean): Promise<void> {
  for (const end = performance.now() + 30_000; !condition(); await sleep(5))
    if (performance.now() > end) throw new Error('nothing happened in 30 s');
}

/** What every job queue must do. */
export function describeJobQueue(name: string, open: () => Promise<QueueUnderTest>): void {
  describe(`job queue: ${name}`, () => {
    let queue: QueueUnderTest;
    const use = async () => (queue = await open());

    afterEach(async () => {
      await queue.receiver.close(1_000);
      if (queue.sender !== queue.receiver) await queue.sender.close(1_000);
    });

    it('hands over every job, those enqueued before there was a handler too', async () => {
      const { sender, receiver } = await use();
      const seen: string[] = [];
      await sender.enqueue('vendor-1', dispatch('a'));
      receiver.process('vendor-1', { concurrency: 2 }, async ({ purchaseId }) => void seen.push(purchaseId));
      await sender.enqueue('vendor-1', dispatch('b'));
      await sender.enqueue('vendor-2', dispatch('c'));
      await until(() => seen.length === 2);
      await sleep(20);
      expect(seen).toEqual(['a', 'b']);
    });

    it('runs no more jobs at once than asked', async () => {
      const { sender, receiver } = await use();
      const gate = new AbortController();
      let running = 0;
      let most = 0;
      let done = 0;
      receiver.process('vendor-1', { concurrency: 3 }, async () => {
        most = Math.max(most, (running += 1));
        if (!gate.signal.aborted) await once(gate.signal, 'abort');
        await sleep(5);
        running -= 1;
        done += 1;
      });
      for (let index = 0; index < 20; index += 1) await sender.enqueue('vendor-1', dispatch(`p${index}`));
      await until(() => running === 3);
      gate.abort();
      await until(() => done === 20);
      expect(most).toBe(3);
    });

    it('starts no more jobs in a second than told', async () => {
      const { sender, receiver } = await use();
      const startedAt: number[] = [];
      receiver.process(
        'vendor-1',
        { concurrency: 20, startsPerSecondMax: 4 },
        async () => void startedAt.push(performance.now()),
      );
      for (let index = 0; index < 10; index += 1) await sender.enqueue('vendor-1', dispatch(`p${index}`));
      await until(() => startedAt.length === 10);
      // Two seconds; a busy machine notes the first start late, and without a limit there would be no gap at all.
      expect(startedAt[8]! - startedAt[0]!).toBeGreaterThan(500);
    });

    it('waits for the time of a job, and keeps the earlier of two', async () => {
      const { sender, receiver } = await use();
      const seen: { id: string; after: number }[] = [];
      const from = performance.now();
      receiver.process(
        'vendor-1',
        { concurrency: 4 },
        async ({ purchaseId }) => void seen.push({ id: purchaseId, after: performance.now() - from }),
      );
      await sender.enqueue('vendor-1', dispatch('later'), 2_000);
      await sender.enqueue('vendor-1', dispatch('sooner'), 60_000);
      await sender.enqueue('vendor-1', dispatch('sooner'), 30);
      await sender.enqueue('vendor-1', dispatch('kept'), 40);
      await sender.enqueue('vendor-1', dispatch('kept'), 60_000);
      await until(() => seen.length === 3);
      await sleep(60);
      expect(seen.map(({ id }) => id)).toEqual(['sooner', 'kept', 'later']);
      expect(seen[0]!.after).toBeGreaterThanOrEqual(28);
      expect(seen[2]!.after).toBeGreaterThanOrEqual(1_998);
    });

    it('runs the same job once when it waits twice, and again when it comes while running', async () => {
      const { sender, receiver } = await use();
      let runs = 0;
      await sender.enqueue('vendor-1', dispatch('a'));
      await sender.enqueue('vendor-1', dispatch('a'));
      await sleep(10);
      receiver.process('vendor-1', { concurrency: 4 }, async () => {
        runs += 1;
        await sleep(30);
      });
      await until(() => runs === 1);
      await sender.enqueue('vendor-1', dispatch('a'));
      await until(() => runs === 2);
      await sleep(40);
      expect(runs).toBe(2);
    });

    it('tells a job that names an attempt from one that names none', async () => {
      const { sender, receiver } = await use();
      const seen: (number | undefined)[] = [];
      await sender.enqueue('vendor-1', { kind: 'requery', purchaseId: 'a' });
      await sender.enqueue('vendor-1', { kind: 'requery', purchaseId: 'a', attempt: 2 });
      receiver.process('vendor-1', { concurrency: 1 }, async ({ attempt }) => void seen.push(attempt));
      await until(() => seen.length === 2);
      expect(seen).toEqual([undefined, 2]);
    });

    it('goes on after a handler that throws', async () => {
      const { sender, receiver } = await use();
      const seen: string[] = [];
      receiver.process('vendor-1', { concurrency: 1 }, async ({ purchaseId }) => {
        seen.push(purchaseId);
        if (purchaseId === 'bad') throw new Error('planted');
      });
      await sender.enqueue('vendor-1', dispatch('bad'));
      await sender.enqueue('vendor-1', dispatch('good'));
      await until(() => seen.length === 2);
      expect(seen).toEqual(['bad', 'good']);
    });

    it('closes after the running jobs and starts no other', async () => {
      const { sender, receiver } = await use();
      const gate = new AbortController();
      let started = 0;
      let finished = 0;
      receiver.process('vendor-1', { concurrency: 1 }, async () => {
        started += 1;
        if (!gate.signal.aborted) await once(gate.signal, 'abort');
        finished += 1;
      });
      await sender.enqueue('vendor-1', dispatch('a'));
      await sender.enqueue('vendor-1', dispatch('b'));
      await until(() => started === 1);
      const closed = receiver.close(30_000);
      await sleep(30);
      expect(finished).toBe(0);
      gate.abort();
      await closed;
      expect(finished).toBe(1);
      await sleep(50);
      expect([started, finished]).toEqual([1, 1]);
    });
  });
}
