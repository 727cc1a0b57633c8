import { afterEach, describe, expect, it } from '@jest/globals';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { until } from '../testing/until.js';
import { SupervisedThread } from './supervised-thread.js';

/**
 * Thread that sends a greeting, ends on `end` or a stop, fails on `fail`, and ignores a stop after `hang`.
 */
const FILE = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads';
    let hangs = false;
    parentPort.on('message', (message) => {
      if (message === 'fail') throw new Error('failed');
      if (message === 'hang') hangs = true;
      if (message === 'end' || (message.ask === 'stop' && !hangs)) parentPort.close();
      else parentPort.postMessage(message);
    });
    parentPort.postMessage('hello');`)}`,
);

describe('a supervised thread', () => {
  let thread: SupervisedThread<string>;
  let told: string[];
  let faults: string[];
  let ports: MessagePort[];
  const closed = new Set<MessagePort>();

  function start(restartAfterMs = 10): void {
    [told, faults, ports] = [[], [], []];
    thread = new SupervisedThread<string>({
      file: FILE,
      name: 'the echo',
      restartAfterMs,
      stopWithinMs: 50,
      begin: () => {
        const { port1 } = new MessageChannel();
        port1.on('close', () => closed.add(port1));
        ports.push(port1);
        return { ports: [port1] };
      },
      onMessage: (message) => told.push(message),
      onFault: (message) => faults.push(message),
    });
  }
  afterEach(() => thread.stop());

  it.each([
    ['ended', 'end', ['the echo ended unexpectedly; starting it again']],
    ['failed', 'fail', [expect.stringContaining('failed'), 'the echo ended unexpectedly; starting it again']],
  ])('starts again with new ports after it %s, and reports that', async (_, message, expected) => {
    start();
    await until(() => told.length === 1, 'it runs');
    thread.post(message);
    await until(() => told.length === 2, 'it runs again');
    expect(faults).toEqual(expected);
    expect(ports.map((port) => closed.has(port))).toEqual([true, false]);
    expect(thread.running).toBe(true);
  });

  it('stays down after a stop, and ignores messages', async () => {
    start();
    await thread.stop();
    thread.post('hang');
    await thread.stop();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect([ports.length, thread.running, faults]).toEqual([1, false, []]);
  });

  it('stays down when it is stopped before it starts again', async () => {
    start(500);
    thread.post('end');
    await until(() => !thread.running, 'it ended');
    await thread.stop();
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect([ports.length, thread.running]).toEqual([1, false]);
  });

  it('is terminated when it does not stop in time', async () => {
    start();
    thread.post('hang');
    await until(() => told.includes('hang'), 'it hangs');
    await thread.stop();
    expect([thread.running, faults]).toEqual([false, []]);
  });
});
