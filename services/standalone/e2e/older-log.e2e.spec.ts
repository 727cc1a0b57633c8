import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { copyFileSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Environment,
  ledger,
  type Running,
  seed,
  type SeededUser,
  startSandboxProcess,
  startStandalone,
} from '../../../infra/testing/product.js';
import { until } from '../../../infra/testing/until.js';
import { type Answer, call, send, signIn } from '../testing/callers.js';
import { eventsIn } from '../testing/facts-in.js';
import { newAdministrator } from '../testing/people.js';

const SME_DATA = 4;
const ORDERS = 8;

describe('a log that is older than the stores beside it', () => {
  let folder: string;
  let settings: Environment;
  let sandbox: Running;
  let product: Running;
  let user: SeededUser;
  const log = (): string => join(folder, 'data', 'events', 'events.mdb');

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'older-log-'));
    sandbox = await startSandboxProcess({ DATA_DIR: join(folder, 'vendor'), SANDBOX_LATENCY_MS: '300' });
    settings = {
      DATA_DIR: join(folder, 'data'),
      SANDBOX_URL: sandbox.url,
      VENDOR_CONCURRENCY: '1',
      VENDOR_NOT_FOUND_AFTER: '1s',
      VENDOR_NOT_FOUND_SPACING: '500ms',
      VENDOR_SEND_WITHIN: '3s',
      VENDOR_POST_TIMEOUT: '3s',
      VENDOR_REVIEW_AFTER: '6s',
      VENDOR_REQUERY_SCHEDULE: '300ms,500ms',
      DEMO_DATA: '0',
      LOG_LEVEL: 'error',
    };
    product = await startStandalone(settings);
    const { email, password } = await newAdministrator({ folder: settings['DATA_DIR']! }, 'Ife', 'owner');
    const { headers } = await signIn(product.url, email, password, 'admin');
    const switched = await send(
      `${product.url}/settings/switch-data-api/`,
      'POST',
      { dataapiidentifier: SME_DATA },
      headers,
    );
    expect(switched).toMatchObject({ status: 200 });
    user = (await seed(settings['DATA_DIR']!, 1, 5_000_000))[0]!;
  });
  afterAll(async () => {
    await product?.stop('SIGKILL');
    await sandbox?.stop('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  const buy = (n: number): Promise<Answer> =>
    call(
      product.url,
      user,
      '/api/buydata/',
      { datanetwork: 1, phone: `0803${2_005_000 + n}`, selectedDataPlan: '1102', transaction_pin: user.pin },
      { 'idempotency-key': `older-${n}` },
    );
  const deliveries = async (): Promise<Map<string, number>> => {
    const rows = (await (await fetch(`${sandbox.url}/vendor-ledger`)).json()) as { recipient: string }[];
    return rows.reduce(
      (counts, { recipient }) => counts.set(recipient, (counts.get(recipient) ?? 0) + 1),
      new Map<string, number>(),
    );
  };
  const deliveredTwice = async (): Promise<string[]> =>
    [...(await deliveries())].filter(([, times]) => times > 1).map(([phone]) => phone);
  const idsOf = async (...wanted: readonly string[]): Promise<ReadonlySet<unknown>> =>
    new Set(
      (await eventsIn(settings['DATA_DIR']!))
        .filter(({ type }) => wanted.includes(type))
        .map(({ data }) => data['purchaseId']),
    );
  const holds = async (): Promise<unknown[]> =>
    (await eventsIn(settings['DATA_DIR']!))
      .filter(({ type }) => type === 'SendingHeld')
      .map(({ data }) => data['reason']);
  const putBack = (): void => {
    copyFileSync(join(folder, 'older.mdb'), `${log()}.older`);
    renameSync(`${log()}.older`, log());
  };
  const untilEachIsDecided = (): Promise<void> =>
    until(async () => {
      // A slow machine sends some orders too late, and they are refunded.
      const decided = await idsOf('PurchaseCaptured', 'PurchaseReleased', 'ReviewRequired');
      return [...(await idsOf('PurchaseAccepted'))].every((purchaseId) => decided.has(purchaseId));
    }, 'an end or a review of each purchase');

  it('holds sending at its start: sells nothing, and delivers no order a second time', async () => {
    for (let n = 0; n < ORDERS; n += 1) expect(await buy(n)).toMatchObject({ status: 200 });
    await product.stop('SIGKILL');
    copyFileSync(log(), join(folder, 'older.mdb'));
    product = await startStandalone(settings);
    await untilEachIsDecided();
    await product.stop();
    const before = await deliveries();

    putBack();
    product = await startStandalone(settings);
    expect(await buy(ORDERS)).toMatchObject({ status: 503, body: { code: 'SALES_HELD' } });
    await untilEachIsDecided();
    expect(await deliveredTwice()).toEqual([]);
    expect(await deliveries()).toEqual(before);
    expect(await holds()).toEqual([expect.stringMatching(/was at event \d+, and the log ends at \d+/)]);
  });

  it('holds sending again when the log is replaced while it runs, and not again after the release', async () => {
    const ended = product;
    putBack();
    await until(() => ended.child.exitCode !== null, 'the end of the server whose log was replaced');
    product = await startStandalone(settings);
    expect(await buy(ORDERS)).toMatchObject({ status: 503, body: { code: 'SALES_HELD' } });
    await untilEachIsDecided();
    expect(await deliveredTwice()).toEqual([]);

    await ledger(settings['DATA_DIR']!, ['release-sending', '--reason', 'Compared'], settings);
    await product.stop();
    product = await startStandalone(settings);
    expect(await buy(ORDERS)).toMatchObject({ status: 200 });
    expect(await holds()).toHaveLength(1);
  });
});
