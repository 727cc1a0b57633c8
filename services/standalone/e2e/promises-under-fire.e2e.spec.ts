import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  freePort,
  ledger,
  seed,
  startSandboxProcess,
  startStandalone,
} from '../../../infra/testing/product.js';
import type { Running, SeededUser } from '../../../infra/testing/product.js';
import { administrate, expectDecidedOnce } from '../testing/administrators-under-fire.js';
import type { OnDuty } from '../testing/administrators-under-fire.js';
import { signIn } from '../testing/callers.js';
import { hireAdministrator } from '../testing/hire-administrator.js';
import {
  expectPromisesKept,
  FIRE_SETTINGS,
  openFire,
  randomFrom,
  untilSettled,
} from '../testing/under-fire.js';
import type { Acknowledged, Target } from '../testing/under-fire.js';

/**
 * 200 concurrent buyers over 20 wallets, with every ending of the sandbox.
 * The server is killed with -9 five times, while administrators decide, switch vendors and change prices.
 * `UNDER_FIRE_SEED` changes the timing.
 */
const WALLETS = 20;
const LOAD = { buyers: 200, purchasesPerBuyer: 5, pauseMs: 2_500 };
const KILLS = 5;

let folder: string;
let vendor: Record<string, string>;
let sandbox: Running;
let product: Running;
let users: SeededUser[];
let administrators: readonly [OnDuty, OnDuty];
const settings: Record<string, string> = { ...FIRE_SETTINGS };
const target: Target = {
  url: () => product.url,
  sandboxUrl: () => sandbox.url,
  ledger: (...args) => ledger(settings['DATA_DIR']!, args, settings),
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'under-fire-'));
  const dataDir = join(folder, 'data');
  const [port, sandboxPort] = [await freePort(), await freePort()];
  vendor = {
    DATA_DIR: join(folder, 'vendor'),
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_LATENCY_MS: '5',
    PORT: String(port),
  };
  sandbox = await startSandboxProcess(vendor);
  Object.assign(settings, { DATA_DIR: dataDir, PORT: String(port), SANDBOX_URL: sandbox.url });
  product = await startStandalone(settings);
  users = await seed(dataDir, WALLETS, 50_000);
  administrators = [await administrator('one'), await administrator('other')];
});

async function administrator(name: string): Promise<OnDuty> {
  const email = `${name}@staff.test`;
  const password = 'Long-pass-word-1';
  const person = { email, password, firstName: name, lastName: 'Staff', permission: 'owner' };
  await hireAdministrator(settings['DATA_DIR']!, person);
  return { url: target.url, signIn: () => signIn(product.url, email, password, 'admin') };
}

afterAll(async () => {
  await product?.stop('SIGKILL');
  await sandbox?.stop('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

it('keeps every promise while the server is killed under load', async () => {
  const start = Number(process.env['UNDER_FIRE_SEED'] ?? 1);
  const random = randomFrom(start);
  const killer = async (): Promise<void> => {
    for (let kill = 0; kill < KILLS; kill++) {
      await sleep(200 + random() * 1_200);
      await product.stop('SIGKILL');
      product = await startStandalone(settings);
    }
  };
  const acknowledged: Acknowledged[] = [];
  let isOver = false;
  const everybodyElse = Promise.all([
    openFire(target, users, { ...LOAD, seed: start }, acknowledged),
    killer(),
  ]).finally(() => (isOver = true));
  const customer = users[0]!;
  const [decided] = await Promise.all([
    administrate({ administrators, acknowledged, customer, isOver: () => isOver }),
    everybodyElse,
  ]);
  expect(acknowledged).toHaveLength(LOAD.buyers * LOAD.purchasesPerBuyer);

  // Restart the vendor: it gives up on webhooks after too many failures, and sends them again when started.
  await sandbox.stop();
  sandbox = await startSandboxProcess(vendor);
  await untilSettled(target, users, acknowledged);
  await expectPromisesKept(target, users, acknowledged, decided);
  await expectDecidedOnce(target, decided);
});
