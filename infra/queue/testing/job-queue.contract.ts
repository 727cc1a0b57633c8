import { once } from 'node:events';
import { afterEach, describe, expect, it } from '@jest/globals';
import { monotonicMs } from '../../host/clock.js';
import { sleep } from '../../host/timers.js';
import type { Job, JobQueue } from '../job-queue.js';
import { PATIENCE_MS, until as holdsSometime } from '../../testing/until.js';

/** Queue that accepts jobs and queue that runs them, which may be the same. */
export interface QueueUnderTest {
  readonly sender: JobQueue;
  readonly receiver: JobQueue;
}

/** Makes numbered jobs, and reads the number back from the handler's data. */
export const reminder = (id: string): Job => ({ dedupeKey: `look-${id}`, data: { id } });
export const idOf = (data: unknown): string => (data as { readonly id: string }).id;

const until = (holds: () => boolean): Promise<void> => holdsSometime(holds, undefined, sleep);

/** Contract of every `JobQueue`, in real or virtual time. */
export function describeJobQueue(name: string, open: () => Promise<QueueUnderTest>): void {
  describe(`job queue: ${name}`, () => {
    let queue: QueueUnderTest;
    const use = async () => (queue = await open());

    afterEach(async () => {
      await queue.receiver.close(1_000);
      if (queue.sender !== queue.receiver) await queue.sender.close(1_000);
    });

    it('delivers every job, even those enqueued before there was a handler', async () => {
      const { sender, receiver } = await use();
      const seen: string[] = [];
      await sender.enqueue('queue-1', reminder('a'));
      receiver.process('queue-1', { concurrency: 2 }, async (data) => void seen.push(idOf(data)));
      await sender.enqueue('queue-1', reminder('b'));
      await sender.enqueue('queue-2', reminder('c'));
      await until(() => seen.length === 2);
      await sleep(20);
      expect(seen).toEqual(['a', 'b']);
    });

    it('runs at most concurrency jobs at once', async () => {
      const { sender, receiver } = await use();
      const gate = new AbortController();
      let running = 0;
      let most = 0;
      let done = 0;
      receiver.process('queue-1', { concurrency: 3 }, async () => {
        most = Math.max(most, (running += 1));
        if (!gate.signal.aborted) await once(gate.signal, 'abort');
        await sleep(5);
        running -= 1;
        done += 1;
      });
      for (let index = 0; index < 20; index += 1) await sender.enqueue('queue-1', reminder(`p${index}`));
      await until(() => running === 3);
      gate.abort();
      await until(() => done === 20);
      expect(most).toBe(3);
    });

    it('stops counting slow jobs, up to concurrencyMax running jobs', async () => {
      const { sender, receiver } = await use();
      const gate = new AbortController();
      let [running, most, done] = [0, 0, 0];
      const pace = { concurrency: 2, slowAfterMs: 50, concurrencyMax: 4 };
      receiver.process('queue-1', pace, async () => {
        most = Math.max(most, (running += 1));
        if (!gate.signal.aborted) await once(gate.signal, 'abort');
        running -= 1;
        done += 1;
      });
      for (let index = 0; index < 8; index += 1) await sender.enqueue('queue-1', reminder(`p${index}`));
      await until(() => running === 4);
      // Several times `slowAfterMs`.
      await sleep(300);
      expect(most).toBe(4);
      gate.abort();
      await until(() => done === 8);
    });

    it('waits for slow jobs when it closes', async () => {
      const { sender, receiver } = await use();
      const gate = new AbortController();
      let [started, finished] = [0, 0];
      const pace = { concurrency: 1, slowAfterMs: 20, concurrencyMax: 2 };
      receiver.process('queue-1', pace, async () => {
        started += 1;
        if (!gate.signal.aborted) await once(gate.signal, 'abort');
        finished += 1;
      });
      for (const id of ['a', 'b']) await sender.enqueue('queue-1', reminder(id));
      await until(() => started === 2);
      const closed = receiver.close(PATIENCE_MS);
      await sleep(50);
      expect(finished).toBe(0);
      gate.abort();
      await closed;
      expect(finished).toBe(2);
    });

    it('limits the starts per second of queues that share a limit', async () => {
      const { sender, receiver } = await use();
      const startedAt: number[] = [];
      const from = monotonicMs();
      for (const queue of ['queue-1', 'queue-1-data'])
        receiver.process(
          queue,
          { concurrency: 20, startsPerSecondMax: 4, startsOf: 'queue-1' },
          async () => void startedAt.push(monotonicMs()),
        );
      for (let index = 0; index < 5; index += 1) {
        await sender.enqueue('queue-1', reminder(`p${index}`));
        await sender.enqueue('queue-1-data', reminder(`d${index}`));
      }
      await until(() => startedAt.length === 10);
      expect(startedAt[8]! - from).toBeGreaterThan(1_000);
    });

    it('limits the starts per second', async () => {
      const { sender, receiver } = await use();
      const startedAt: number[] = [];
      const from = monotonicMs();
      receiver.process(
        'queue-1',
        { concurrency: 20, startsPerSecondMax: 4 },
        async () => void startedAt.push(monotonicMs()),
      );
      for (let index = 0; index < 10; index += 1) await sender.enqueue('queue-1', reminder(`p${index}`));
      await until(() => startedAt.length === 10);
      // Nine starts need at least two further windows of a second.
      expect(startedAt[8]! - from).toBeGreaterThan(1_000);
    });

    it('runs a delayed job when it is due, and keeps the earlier of two times', async () => {
      const { sender, receiver } = await use();
      // Milliseconds longer than any test waits.
      const never = 3_600_000;
      const seen = new Map<string, number>();
      const from = monotonicMs();
      await sender.enqueue('queue-1', reminder('later'), 2_000);
      await sender.enqueue('queue-1', reminder('sooner'), never);
      await sender.enqueue('queue-1', reminder('sooner'), 30);
      await sender.enqueue('queue-1', reminder('kept'), 40);
      await sender.enqueue('queue-1', reminder('kept'), never);
      await sender.enqueue('queue-1', reminder('never'), never);
      let runs = 0;
      receiver.process('queue-1', { concurrency: 4 }, async (data) => {
        runs += 1;
        seen.set(idOf(data), monotonicMs() - from);
      });
      await until(() => seen.size === 3);
      await sleep(60);
      expect([...seen.keys()].sort()).toEqual(['kept', 'later', 'sooner']);
      expect(runs).toBe(3);
      expect(seen.get('sooner')).toBeGreaterThanOrEqual(28);
      expect(seen.get('kept')).toBeGreaterThanOrEqual(38);
      expect(seen.get('later')).toBeGreaterThanOrEqual(1_998);
    });

    it('runs a job enqueued twice once, and again when it is enqueued while running', async () => {
      const { sender, receiver } = await use();
      const gate = new AbortController();
      let runs = 0;
      await sender.enqueue('queue-1', reminder('a'));
      await sender.enqueue('queue-1', reminder('a'));
      await sleep(10);
      receiver.process('queue-1', { concurrency: 4 }, async () => {
        runs += 1;
        if (!gate.signal.aborted) await once(gate.signal, 'abort');
      });
      await until(() => runs === 1);
      await sender.enqueue('queue-1', reminder('a'));
      await until(() => runs === 2);
      gate.abort();
      await sleep(40);
      expect(runs).toBe(2);
    });

    it('distinguishes jobs by key and delivers their data', async () => {
      const { sender, receiver } = await use();
      const seen: unknown[] = [];
      const [plain, more] = [{ id: 'a' }, { id: 'a', more: 2 }];
      await sender.enqueue('queue-1', { dedupeKey: 'a-any', data: plain });
      await sender.enqueue('queue-1', { dedupeKey: 'a-2', data: more });
      receiver.process('queue-1', { concurrency: 1 }, async (data) => void seen.push(data));
      await until(() => seen.length === 2);
      expect(seen).toEqual([plain, more]);
    });

    it('goes on after a handler that throws', async () => {
      const { sender, receiver } = await use();
      const seen: string[] = [];
      receiver.process('queue-1', { concurrency: 1 }, async (data) => {
        const id = idOf(data);
        seen.push(id);
        if (id === 'bad') throw new Error('planted');
      });
      await sender.enqueue('queue-1', reminder('bad'));
      await sender.enqueue('queue-1', reminder('good'));
      await until(() => seen.length === 2);
      expect(seen).toEqual(['bad', 'good']);
    });

    it('closes after the running jobs and starts no more', async () => {
      const { sender, receiver } = await use();
      const gate = new AbortController();
      let started = 0;
      let finished = 0;
      receiver.process('queue-1', { concurrency: 1 }, async () => {
        started += 1;
        if (!gate.signal.aborted) await once(gate.signal, 'abort');
        finished += 1;
      });
      await sender.enqueue('queue-1', reminder('a'));
      await sender.enqueue('queue-1', reminder('b'));
      await until(() => started === 1);
      const closed = receiver.close(PATIENCE_MS);
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
