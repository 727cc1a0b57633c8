import { setTimeout as sleep } from 'node:timers/promises';
import { ledger, type Running, type SeededUser } from '../../../infra/testing/product.js';
import { rarely, until } from '../../../infra/testing/until.js';
import { bearer, buyAirtime, send } from './callers.js';
import { eventsIn } from './facts-in.js';

export interface DrillResult {
  readonly acknowledged: number;
  readonly refused: number;
  readonly missing: readonly string[];
  readonly verified: string;
}

const PAUSE_MS = 10;

export async function requireReads(url: string, user: SeededUser, unreadable = 200): Promise<void> {
  for (const [path, method] of [
    ['/readyz', 'GET'],
    ['/api/user_airtime_transactions/', 'POST'],
  ] as const) {
    const { status } = await send(url + path, method, method === 'POST' ? {} : undefined, bearer(user));
    const isList = method === 'POST';
    if (status !== 200 && !(isList && status === unreadable))
      throw new Error(`${path} answered ${status} while nothing could be stored`);
  }
}

export function sellTo(users: readonly SeededUser[]) {
  let over = false;
  let number = 0;
  let buying: readonly Promise<void>[] = [];
  const sales = {
    acknowledged: [] as string[],
    refused: 0,
    failed: undefined as string | undefined,
    goOn(product: Running): void {
      over = false;
      buying = users.map((user) => buy(user, product));
    },
    async stop(): Promise<void> {
      over = true;
      await Promise.all(buying);
    },
  };
  const buy = async (user: SeededUser, { url, child }: Running): Promise<void> => {
    while (!over && sales.failed === undefined) {
      number += 1;
      try {
        const phone = `0803${String(1_000_000 + (number % 9_000_000))}`;
        const { status, body } = await buyAirtime(url, user, phone, { key: `drill-${number}` });
        if (status === 200) sales.acknowledged.push(String(body['reference']));
        else if (status === 503) sales.refused += 1;
        else sales.failed = `a purchase was answered ${status}: ${JSON.stringify(body)}`;
      } catch (error) {
        sales.failed = `the server is gone (exit ${child.exitCode}, ${child.signalCode}): ${String(error)}`;
      }
      await sleep(PAUSE_MS);
    }
  };
  return sales;
}

/** Returns the last output of `verify`, as soon as nothing is wrong. */
export async function verifiedSoon(verify: () => Promise<string>): Promise<string> {
  let verified = '';
  await until(
    async () => {
      verified = await verify().catch(String);
      return verified.includes('nothing is wrong');
    },
    'a clean ledger',
    rarely,
  ).catch(() => undefined);
  return verified;
}

export async function resultOf(
  { acknowledged, refused }: { readonly acknowledged: readonly string[]; readonly refused: number },
  product: Running,
  settings: Readonly<Record<string, string>>,
): Promise<DrillResult> {
  const dataDir = settings['DATA_DIR']!;
  const verified = await verifiedSoon(() => ledger(dataDir, ['verify'], settings));
  await product.stop();
  const stored = JSON.stringify(await eventsIn(dataDir));
  return {
    acknowledged: acknowledged.length,
    refused,
    missing: acknowledged.filter((reference) => !stored.includes(reference)),
    verified,
  };
}
