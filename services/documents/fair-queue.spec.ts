import { describe, expect, it } from '@jest/globals';
import { RuleBroken } from '../contracts/errors.js';
import { FairQueue, type FairQueueSizes } from './fair-queue.js';

/** Queue whose work ends when the test says so. `begun` lists the work in the order of its starts. */
function queueOf(sizes: Partial<FairQueueSizes> = {}) {
  const queue = new FairQueue({ atOnce: 1, perPerson: 10, inAll: 100, ...sizes });
  const begun: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const order = (name: string): Promise<string> => {
    const done = queue.run(name.split(' ')[0]!, () => {
      begun.push(name);
      return new Promise<string>((resolve, reject) =>
        ends.set(name, (error) => (error ? reject(error) : resolve(name))),
      );
    });
    done.catch(() => undefined);
    return done;
  };
  const end = async (name: string, error?: Error): Promise<void> => {
    ends.get(name)!(error);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { order, begun, end };
}

const BUSY = new RuleBroken('RATE_LIMITED', { seconds: 10, policy: 'in-flight' });

describe('a fair queue', () => {
  it('alternates between people, however many orders one of them has', async () => {
    const { order, begun, end } = queueOf();
    for (const name of ['ada 1', 'ada 2', 'ada 3', 'ben 1', 'ben 2', 'eve 1']) void order(name);
    for (let turn = 0; turn < 6; turn += 1) await end(begun[turn]!);
    expect(begun).toEqual(['ada 1', 'ben 1', 'eve 1', 'ada 2', 'ben 2', 'ada 3']);
  });

  it('runs one order per person at a time, even with free places', async () => {
    const { order, begun, end } = queueOf({ atOnce: 2 });
    for (const name of ['ada 1', 'ada 2', 'ben 1', 'eve 1']) void order(name);
    expect(begun).toEqual(['ada 1', 'ben 1']);
    await end('ben 1');
    expect(begun).toEqual(['ada 1', 'ben 1', 'eve 1']);
    await end('eve 1');
    expect(begun).toHaveLength(3);
    await end('ada 1');
    expect(begun.at(-1)).toBe('ada 2');
  });

  it("refuses a person's excess orders and accepts others", async () => {
    const { order, begun } = queueOf({ perPerson: 2 });
    for (const name of ['ada 1', 'ada 2', 'ada 3']) void order(name);
    await expect(order('ada 4')).rejects.toEqual(BUSY);
    void order('ben 1');
    expect(begun).toEqual(['ada 1']);
  });

  it('refuses orders when full and accepts them once there is room', async () => {
    const { order, end, begun } = queueOf({ inAll: 2 });
    for (const name of ['ada 1', 'ben 1', 'eve 1']) void order(name);
    await expect(order('joe 1')).rejects.toEqual(BUSY);
    await end('ada 1');
    void order('joe 1');
    for (const name of ['ben 1', 'eve 1', 'joe 1']) await end(name);
    expect(begun).toEqual(['ada 1', 'ben 1', 'eve 1', 'joe 1']);
  });

  it('goes on after failed work and reports the failure to its owner', async () => {
    const { order, end, begun } = queueOf();
    const [ada, ben] = [order('ada 1'), order('ben 1')];
    await end('ada 1', new Error('no paper'));
    await expect(ada).rejects.toThrow('no paper');
    await end('ben 1');
    await expect(ben).resolves.toBe('ben 1');
    expect(begun).toEqual(['ada 1', 'ben 1']);
  });
});
