import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { allSettled, allShown, load, withProduct, type Workload } from './workloads.js';
import { until } from './until-progress.js';

interface Told {
  readonly asked: string;
  readonly bytes: number;
}

const PRELOADED = fileURLToPath(new URL('../../../infra/testing/tell-memory.cjs', import.meta.url));
const CONNECTIONS = 1_000;
const ANSWER_WITHIN_MS = 5_000;
const MB = 1_024 * 1_024;

/** Threads that wait for work do not answer. */
async function bytesOf(folder: string, asked: string): Promise<ReadonlyMap<string, number>> {
  writeFileSync(join(folder, 'ask'), asked);
  await sleep(ANSWER_WITHIN_MS);
  const threads = readdirSync(folder).filter((name) => /^thread-\d+$/.test(name));
  return new Map(
    threads.flatMap((name) => {
      const told = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Told;
      return told.asked === asked ? [[name, told.bytes]] : [];
    }),
  );
}

export function overload(folder: string, amount: number, seconds: number): Promise<Workload> {
  const told = join(folder, 'memory');
  mkdirSync(told);
  return withProduct(
    folder,
    1_000,
    1_000_000,
    async ({ product, tokens }) => {
      const used = async (when: string): Promise<ReadonlyMap<string, number>> => {
        await until(product, (progress) => allSettled(progress) && allShown(progress));
        return bytesOf(told, when);
      };
      await load(product.url, tokens, { amount });
      const { rps } = await load(product.url, tokens, { amount });
      const before = await used('before');
      const loaded = await load(product.url, tokens, {
        durationSeconds: seconds,
        connections: CONNECTIONS,
        perSecond: Math.round(2 * rps),
      });
      const after = await used('after');
      const threads = [...after.keys()].filter((thread) => before.has(thread));
      const bytes = (of: ReadonlyMap<string, number>): number =>
        threads.reduce((sum, thread) => sum + of.get(thread)!, 0);
      const { refused, errors, p50Ms, p99Ms } = loaded;
      const [was, is] = [bytes(before), bytes(after)];
      const megabytes = `${threads.length} threads use ${Math.round(was / MB)} MB before, ${Math.round(is / MB)} MB after`;
      const note = `${refused} refused, ${errors} errors; ${megabytes}`;
      return { name: 'overload', rps: loaded.rps, p50Ms, p99Ms, memoryTimes: is / was, note };
    },
    {
      NODE_OPTIONS: `--require ${PRELOADED}`,
      TELL_MEMORY: told,
      OVERLOAD_WAITING: '2000',
      OVERLOAD_LOOP_DELAY: '250ms',
    },
  );
}
