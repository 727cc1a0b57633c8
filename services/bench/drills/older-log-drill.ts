import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { copyLmdbLedger } from '../../../infra/event-store/lmdb/open-lmdb-event-store.js';
import { FakePushService } from '../../../infra/push/testing/fake-push-service.js';
import { ledger, startSandboxProcess, startStandalone } from '../../../infra/testing/product.js';
import type { Running } from '../../../infra/testing/product.js';
import { rarely, until } from '../../../infra/testing/until.js';
import { buyAirtime, historyOf } from '../../standalone/testing/callers.js';
import { verifiedSoon } from '../../standalone/testing/drill-sales.js';
import { eventsIn } from '../../standalone/testing/facts-in.js';
import { mailsTo } from '../../standalone/testing/outbox.js';
import { Visitor } from '../../standalone/testing/visitor.js';
import { ordersAt, purchasesIn } from './restore-drill.js';

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
  readonly twice: readonly string[];
  readonly open: number;
  readonly refused: readonly string[];
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
  const sandbox = await startSandboxProcess({ DATA_DIR: vendorDir, SANDBOX_LATENCY_MS: '300' });
  const settings: Record<string, string> = {
    DATA_DIR: dataDir,
    SANDBOX_URL: sandbox.url,
    PUSH_SERVICES: push.origin,
    VENDOR_CONCURRENCY: '1',
    VENDOR_REQUERY_SCHEDULE: '500ms,1s',
    VENDOR_NOT_FOUND_AFTER: '2s',
    VENDOR_NOT_FOUND_SPACING: '500ms',
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
  const buyOne = ({ url }: Running) => buyAirtime(url, user, `0803${String(1_000_000 + sold.length)}`);
  const buy = async (running: Running): Promise<string[]> => {
    const references: string[] = [];
    for (let n = 0; n < sales; n += 1) {
      const { status, body } = await buyOne(running);
      if (status !== 200) throw new Error(`a purchase was answered ${status}: ${JSON.stringify(body)}`);
      references.push(String(body['reference']));
      sold.push(references.at(-1)!);
    }
    return references;
  };
  const openPurchases = async (): Promise<number> => {
    const { accepted, captured } = await purchasesIn(dataDir);
    return accepted.size - captured.size;
  };
  const refused: string[] = [];
  const release = async (running: Running): Promise<void> => {
    const { status, body } = await buyOne(running);
    refused.push(`${status} ${String(body['code'])}`);
    await until(
      async () => (await openPurchases()) === 0,
      'what the vendor knows about open purchases',
      rarely,
    );
    await ledger(dataDir, ['release-sending', '--reason', 'the drill compared them'], settings);
  };
  const sell = async (running: Running): Promise<string[]> => {
    const references = await buy(running);
    await until(
      async () => {
        const [mailed, pushed] = [await receiptsMailed(), receiptsPushed()];
        return references.every((reference) => mailed.includes(reference) && pushed.includes(reference));
      },
      'mails and push messages about all purchases',
      rarely,
    ).catch((error: unknown) => {
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
    // A stopped vendor keeps purchases open.
    sandbox.child.kill('SIGSTOP');
    const unsent = await buy(running);
    await copyLmdbLedger(dirname(log), root);
    renameSync(join(root, 'events.mdb'), older);
    const open = await openPurchases();
    sandbox.child.kill('SIGCONT');
    await until(async () => (await openPurchases()) === 0, 'the delivery of open purchases', rarely);
    await sell(running);
    await stop(running);
    tell(`${kept.length + unsent.length} purchases are in the copy of the log, ${open} of them open`);
    tell(`all of them were delivered then, and ${sales} more were made`);

    putBack();
    running = await start();
    await release(running);
    tell('the older log sold nothing until the release');
    const first = await sell(running);
    tell(`${first.length} purchases were delivered on the older log`);
    let alerted = false;
    await until(
      async () => {
        const events = await eventsIn(dataDir);
        alerted = events.some(({ type, data }) => type === 'AlertRaised' && data['rule'] === 'log-went-back');
        return alerted;
      },
      'an alert',
      rarely,
    ).catch(() => undefined);

    putBack();
    const ended = running;
    await until(() => ended.child.exitCode !== null, 'the end of the server whose log was replaced');
    output += ended.output();
    tell(`the server ended with ${ended.child.exitCode} when its log was replaced`);
    running = await start();
    await release(running);
    const second = await sell(running);
    tell(`${second.length} purchases were delivered after its next start`);

    const verified = await verifiedSoon(() => ledger(dataDir, ['verify'], settings));
    const listed = (await historyOf(running.url, user)).map((row) => row.api_transaction_reference);
    const events = await eventsIn(dataDir);
    await stop(running);
    const delivered = events.filter(({ type }) => type === 'PurchaseCaptured').length;
    const expected = [...kept, ...unsent, ...second];
    // A purchase that was open in the copy ends again.
    const isTold = (reference: string): boolean => !unsent.includes(reference);
    const told = [
      ...(await receiptsMailed()).filter(isTold),
      ...receiptsPushed()
        .filter(isTold)
        .map((reference) => `push ${reference}`),
    ];
    const orders = [...(await ordersAt(sandbox))];
    return {
      undelivered: delivered < expected.length ? second : [],
      unlisted: [
        ...expected.filter((reference) => !listed.includes(reference)),
        ...listed.filter((reference) => sold.includes(reference) && !expected.includes(reference)),
      ],
      repeated: told.filter((one, index) => told.indexOf(one) !== index),
      twice: orders.filter(([, times]) => times > 1).map(([purchaseId]) => purchaseId),
      open,
      refused,
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
