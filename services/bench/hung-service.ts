import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ledger, seed, startSandboxProcess, startStandalone } from '../../infra/testing/product.js';
import type { Running, SeededUser } from '../../infra/testing/product.js';
import { until } from './until-progress.js';
import type { Workload } from './workloads.js';

const LATENCY_MS = '100';
const HUNG = 150;
/** The sandbox vendor never answers an order for a phone number with these last digits. */
const NEVER = '0300';
const BETWEEN_MS = 50;
const WARM_UP = 10;
const LOOK_EVERY_MS = 1_000;

interface Captured {
  readonly type: string;
  readonly at: string;
  readonly data: { readonly service?: string; readonly acceptedAt?: string };
}

async function call(
  product: Pick<Running, 'url'>,
  user: SeededUser,
  path: string,
  body: object,
): Promise<unknown> {
  const answer = await fetch(product.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${user.apiToken}` },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${text}`);
  return JSON.parse(text);
}

/**
 * Measures how long data purchases take until delivery, first alone, and then while the same vendor leaves
 * airtime orders without an answer.
 * @throws when a purchase is refused
 */
export async function hungService(folder: string, purchases: number): Promise<Workload[]> {
  const settings = { DATA_DIR: join(folder, 'data'), DEMO_DATA: '0', LOG_LEVEL: 'error' };
  const vendor = { DATA_DIR: join(folder, 'vendor'), SANDBOX_LATENCY_MS: LATENCY_MS, LOG_LEVEL: 'error' };
  const sandbox = await startSandboxProcess(vendor);
  try {
    const product = await startStandalone({ ...settings, SANDBOX_URL: sandbox.url });
    try {
      const [user] = (await seed(settings.DATA_DIR, 1, 10_000_000)) as [SeededUser];
      const pin = { transaction_pin: user.pin };
      const asked = { datanetwork: 1, selectedPlanType: 1 };
      const { data_plans: plans } = (await call(product, user, '/api/get_data_plan/', asked)) as {
        readonly data_plans: readonly { readonly id: string }[];
      };
      let number = 0;
      const phone = (ending: string): string => `0803${String((number += 1)).padStart(3, '0')}${ending}`;
      const buyData = async (count: number): Promise<void> => {
        for (let index = 0; index < count; index += 1) {
          const plan = { datanetwork: 1, selectedDataPlan: Number(plans[0]?.id) };
          await call(product, user, '/api/buydata/', { ...plan, ...pin, phone: phone('4567') });
          await sleep(BETWEEN_MS);
        }
      };
      await buyData(WARM_UP + purchases);
      await until(product, ({ open_purchases: open }) => open === 0);
      await Promise.all(
        Array.from({ length: HUNG }, () =>
          call(product, user, '/api/buycard/', { ...pin, amount: 50, network: 1, phone: phone(NEVER) }),
        ),
      );
      await until(product, ({ open_purchases: open }) => open === HUNG);
      await buyData(purchases);
      let took: number[] = [];
      // Wait until enough orders are delivered. Do not wait for the end of all orders, because some are never
      // answered.
      for (; took.length < WARM_UP + 2 * purchases; took = await tookOf(settings.DATA_DIR, 'data'))
        await sleep(LOOK_EVERY_MS);
      return [
        { name: 'nothing hangs', p50Ms: medianOf(took.slice(WARM_UP, WARM_UP + purchases)) },
        {
          name: 'hung-service',
          p50Ms: medianOf(took.slice(WARM_UP + purchases)),
          note: `data delivered while ${HUNG} calls for airtime hang at the same vendor`,
        },
      ];
    } finally {
      await product.stop('SIGKILL');
    }
  } finally {
    await sandbox.stop();
  }
}

/**
 * Milliseconds from the acceptance of each purchase to its delivery, in the order of deliveries.
 */
async function tookOf(folder: string, service: string): Promise<number[]> {
  const lines = (await ledger(folder, ['events', '--limit', '1000000'])).trim().split('\n');
  return lines.flatMap((line) => {
    const { type, at, data } = JSON.parse(line) as Captured;
    if (type !== 'PurchaseCaptured' || data.service !== service || data.acceptedAt === undefined) return [];
    return [Date.parse(at) - Date.parse(data.acceptedAt)];
  });
}

const medianOf = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
