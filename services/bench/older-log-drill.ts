import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { FakePushService } from '../../infra/push/testing/fake-push-service.js';
import { ledger, startSandboxProcess, startStandalone } from '../../infra/testing/product.js';
import type { Running } from '../../infra/testing/product.js';
import { until } from '../../infra/testing/until.js';
import { buyAirtime, historyOf } from '../standalone/testing/callers.js';
import { eventsIn } from '../standalone/testing/facts-in.js';
import { mailsTo } from '../standalone/testing/outbox.js';
import { Visitor } from '../standalone/testing/visitor.js';

export interface OlderLogDrill {
  readonly dir: string;
  readonly sales: number;
  readonly tell: (line: string) => void;
}

export interface OlderLogResult {
  readonly undelivered: readonly string[];
  readonly unlisted: readonly string[];
  /** Receipts that were mailed more than once. */
  readonly repeated: readonly string[];
  readonly said: number;
  readonly alerted: boolean;
  readonly exitCode: number | null;
  readonly verified: string;
}

const EMAIL = 'customer@demo.test';
const PASSWORD = 'Demo-pass-1';

/**
 * Replaces the log by an older copy while the other stores stay as they are: once while the server
 * is stopped, and once while the server runs.
 * @throws Error when a server does not start or a wait takes too long
 */
export async function drillOlderLog({ dir, sales, tell }: OlderLogDrill): Promise<OlderLogResult> {
  const root = resolve(dir);
  if (existsSync(root) && readdirSync(root).length > 0) throw new Error(`${root} is not empty`);
  mkdirSync(root, { recursive: true });
  const dataDir = join(root, 'data');
  const log = join(dataDir, 'events', 'events.mdb');
  const older = join(root, 'older.mdb');
  const vendorDir = mkdtempSync(join(tmpdir(), 'drill-vendor-'));
  const push = new FakePushService();
  await push.start();
  const browser = push.browser('/drill');
  const sandbox = await startSandboxProcess({ DATA_DIR: vendorDir, SANDBOX_LATENCY_MS: '5' });
  const settings: Record<string, string> = {
    DATA_DIR: dataDir,
    SANDBOX_URL: sandbox.url,
    PUSH_SERVICES: push.origin,
  };
  let product: Running | undefined;
  let output = '';
  const user = { apiToken: '', pin: '4826' };
  const sold: string[] = [];

  const start = async (): Promise<Running> => (product = await startStandalone(settings));
  const stop = async (running: Running): Promise<void> => {
    await running.stop();
    output += running.output();
  };
  const putBack = (): void => {
    copyFileSync(older, `${log}.older`);
    renameSync(`${log}.older`, log);
  };
  const receiptsMailed = async (): Promise<string[]> =>
    (await mailsTo(sandbox.url, EMAIL)).flatMap(({ subject, text }) =>
      subject.startsWith('Delivered: ') ? (/Reference: (\w{1,40})/.exec(text)?.slice(1, 2) ?? []) : [],
    );
  const receiptsPushed = (): string[] =>
    (push.readBy(browser) as { path: string }[]).map(({ path }) => path.slice('/receipt/'.length));
  const sell = async (running: Running): Promise<string[]> => {
    const references: string[] = [];
    for (let n = 0; n < sales; n += 1) {
      const phone = `0803${String(1_000_000 + sold.length)}`;
      const { status, body } = await buyAirtime(running.url, user, phone);
      if (status !== 200) throw new Error(`a purchase was answered ${status}: ${JSON.stringify(body)}`);
      references.push(String(body['reference']));
      sold.push(references.at(-1)!);
    }
    await until(async () => {
      const [mailed, pushed] = [await receiptsMailed(), receiptsPushed()];
      return references.every((reference) => mailed.includes(reference) && pushed.includes(reference));
    }, 'mails and push messages about all purchases').catch((error: unknown) => {
      throw new Error(`${String(error)}\n${running.output()}`);
    });
    return references;
  };

  try {
    let running = await start();
    const visitor = new Visitor(running.url);
    await visitor.login(EMAIL, PASSWORD);
    const { body } = await visitor.post('/api/rotate-api-token/', { password: PASSWORD });
    user.apiToken = String(body['api_token']);
    const { endpoint, p256dh, auth } = browser;
    await visitor.post('/api/add_push_device/', { endpoint, p256dh, auth });
    const kept = await sell(running);
    await stop(running);
    copyFileSync(log, older);
    running = await start();
    await sell(running);
    await stop(running);
    tell(`${kept.length} purchases are in the copy of the log, ${sales} more were made since`);

    putBack();
    running = await start();
    const first = await sell(running);
    tell(`${first.length} purchases were delivered on the older log`);
    let alerted = false;
    await until(async () => {
      const events = await eventsIn(dataDir);
      alerted = events.some(({ type, data }) => type === 'AlertRaised' && data['rule'] === 'log-went-back');
      return alerted;
    }, 'an alert').catch(() => undefined);

    putBack();
    const ended = running;
    await until(() => ended.child.exitCode !== null, 'the end of the server whose log was replaced');
    output += ended.output();
    tell(`the server ended with ${ended.child.exitCode} when its log was replaced`);
    running = await start();
    const second = await sell(running);
    tell(`${second.length} purchases were delivered after its next start`);

    let verified = '';
    await until(async () => {
      verified = await ledger(dataDir, ['verify'], settings).catch(String);
      return verified.includes('nothing is wrong');
    }, 'a clean ledger').catch(() => undefined);
    const listed = (await historyOf(running.url, user)).map((row) => row.api_transaction_reference);
    const events = await eventsIn(dataDir);
    await stop(running);
    const delivered = events.filter(({ type }) => type === 'PurchaseCaptured').length;
    const expected = [...kept, ...second];
    const told = [...(await receiptsMailed()), ...receiptsPushed().map((reference) => `push ${reference}`)];
    return {
      undelivered: delivered < expected.length ? second : [],
      unlisted: [
        ...expected.filter((reference) => !listed.includes(reference)),
        ...listed.filter((reference) => sold.includes(reference) && !expected.includes(reference)),
      ],
      repeated: told.filter((one, index) => told.indexOf(one) !== index),
      said: output.split('\n').filter((line) => line.includes('the log is older')).length,
      alerted,
      exitCode: ended.child.exitCode,
      verified,
    };
  } finally {
    await product?.stop('SIGKILL');
    await sandbox.stop('SIGKILL');
    await push.stop();
    rmSync(vendorDir, { recursive: true, force: true });
  }
}
