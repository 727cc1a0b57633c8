import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ledger, seed, startStandalone } from '../../../../infra/testing/product.js';
import type { Running, SeededUser } from '../../../../infra/testing/product.js';
import type { CallAnswer } from '../../../contracts/calls.js';
import { buyAirtime, call, eventually, send, signIn } from '../../testing/callers.js';
import type { SignedIn } from '../../testing/callers.js';
import { eventsIn } from '../../testing/facts-in.js';

/**
 * The product pauses a failing vendor and probes it. Has its own product: it pauses vendors soon and is
 * killed.
 */
interface StoredEvent {
  readonly type: string;
  readonly actor: { readonly kind: string };
  readonly data: Readonly<Record<string, unknown>> & {
    readonly vendor?: number;
    readonly automatic?: { readonly times: number };
  };
}

/** Ending of a phone number for which every vendor certainly declines. */
const DECLINED = '0016';

let folder: string;
let settings: Record<string, string>;
let product: Running;
/** Several customers, because failures of one customer pause no vendor. */
let users: SeededUser[];
let admin: SignedIn;
let number = 0;

const post = (path: string, body: unknown) => send(product.url + path, 'POST', body, admin.headers);
const operations = async () => (await post('/api/admin-operations/', {})).body as CallAnswer<'operations'>;
/** Buys with another customer and phone each time. Returns once the purchase has ended or was refused. */
const buy = async (ending: string): Promise<{ readonly status: number; readonly body: unknown }> => {
  number += 1;
  const user = users[number % users.length]!;
  const bought = await buyAirtime(product.url, user, `0803${100 + number}${ending}`);
  if (bought.status === 200)
    await eventually(
      async () => {
        const { body } = await call(product.url, user, '/api/transaction/', bought.body);
        return (body['transaction'] as { transaction_status: string }).transaction_status;
      },
      (status) => status !== 'Pending',
    );
  return bought;
};
/** Events of vendor 1, in order. */
const ofFirst = async () =>
  ((await eventsIn(folder)) as readonly StoredEvent[]).filter(
    ({ type, data }) => data.vendor === 1 && /^Vendor(?:Paused|Resumed|ProbeOpened)$/.test(type),
  );
/** Buys until `isSo`. */
const buyUntil = (ending: string, isSo: (story: readonly StoredEvent[]) => boolean) =>
  eventually(async () => {
    await buy(ending);
    return ofFirst();
  }, isSo);
const resumed = (story: readonly StoredEvent[]): boolean => story.at(-1)?.type === 'VendorResumed';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'automatic-pause-'));
  settings = {
    DATA_DIR: folder,
    SANDBOX_LATENCY_MS: '5',
    RATE_LIMIT_LOGIN_FAILURES: '100000',
    LOG_LEVEL: 'error',
    VENDOR_PAUSE_SUCCESS: '0.5',
    VENDOR_PAUSE_ATTEMPTS: '3',
    VENDOR_PROBE_AFTER: '500ms',
  };
  product = await startStandalone(settings);
  users = await seed(folder, 5, 1_000_000);
  admin = await signIn(product.url, 'admin@demo.test', 'Admin-pass-1', 'admin');
});

afterAll(async () => {
  await product?.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('pauses a failing vendor, for longer after a failed probe, and resumes it after a delivered one', async () => {
  const failing = await buyUntil(DECLINED, (all) => all.some(({ data }) => data.automatic?.times === 2));
  const [first] = failing.filter(({ type }) => type === 'VendorPaused');
  expect(first).toMatchObject({
    actor: { kind: 'system' },
    data: {
      service: 'airtime',
      reason: expect.stringMatching(/^Delivered 0 of \d+ in the last 10 minutes$/),
      automatic: { cause: 'success', times: 1, delivered: 0, attempts: expect.any(Number) },
    },
  });
  const story = await buyUntil('1234', resumed);
  expect(story.findLast(({ type }) => type === 'VendorResumed')).toMatchObject({
    actor: { kind: 'system' },
    data: { service: 'airtime', reason: 'A purchase that probed it was delivered' },
  });
  // A purchase sent before the api knew of the last failed probe resumes the vendor without another probe.
  expect(story.map(({ type }) => type).join(' ')).toMatch(
    /^VendorPaused (?:(?:VendorProbeOpened )+VendorPaused )+(?:VendorProbeOpened )*VendorResumed/,
  );
});

it('shows administrators the start, reason and end condition of a pause', async () => {
  const shown = await eventually(
    async () => {
      await buy(DECLINED);
      return operations();
    },
    ({ pauses, alerts, over }) =>
      pauses.length > 0 && [...alerts, ...over].some(({ text }) => text.includes('is paused for Airtime: ')),
  );
  expect(shown.pauses[0]).toMatchObject({
    service: 'airtime',
    automatic: true,
    by: 'Automatic',
    since: expect.any(String),
    probe: expect.stringMatching(/^(?:later|due|open)$/),
    probe_at: expect.any(String),
  });
});

it('refuses purchases without a hold while all vendors are paused, and sells again after a delivered probe', async () => {
  const refused = await eventually(
    () => buy(DECLINED),
    ({ status }) => status !== 200,
  );
  expect(refused).toMatchObject({
    status: 503,
    body: { code: 'SERVICE_OFF', message: 'Airtime is temporarily unavailable. You have not been charged.' },
  });
  await product.stop('SIGKILL');
  product = await startStandalone(settings);
  admin = await signIn(product.url, 'admin@demo.test', 'Admin-pass-1', 'admin');
  expect((await operations()).pauses.length).toBeGreaterThan(0);
  await eventually(
    async () => {
      await buy('1234');
      return (await operations()).pauses;
    },
    (pauses) => pauses.length < 6,
  );
  expect((await buy('1234')).status).toBe(200);
  expect(await ledger(folder, ['verify'])).toContain('nothing is wrong');
});

it('can be resumed or replaced by an administrator', async () => {
  const paused = () => operations().then(({ pauses }) => pauses.find(({ automatic }) => automatic));
  await eventually(
    async () => {
      await buy(DECLINED);
      return paused();
    },
    (pause) => pause !== undefined,
  );
  // A probe may have resumed the pause seen before, so look again.
  const taken = await eventually(
    async () => {
      const { service, vendor } = (await paused()) ?? { service: 'airtime', vendor: 8 };
      await post('/api/admin-pause-vendor/', { service, vendor, reason: 'Looking into it' });
      return (await operations()).pauses.find((pause) => pause.vendor === vendor);
    },
    (pause) => pause !== undefined && !pause.automatic,
  );
  expect(taken).toMatchObject({ reason: 'Looking into it', probe: null, probe_at: null });
  const { service, vendor, id: pauseId } = taken!;
  const answer = await post('/api/admin-resume-vendor/', { service, vendor, reason: 'Fine', pauseId });
  expect(answer.status).toBe(200);
});
