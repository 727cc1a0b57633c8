import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ledger,
  seed,
  startStandalone,
  type Environment,
  type Running,
} from '../../../../infra/testing/product.js';
import { AUDIT_ANSWERS, AUDIT_PATHS } from '../../../contracts/admin/audit.contract.js';
import type { Verified } from '../../../cli/verify-command.js';
import { eventually, send, signIn, type SignedIn } from '../../testing/callers.js';
import { eventsIn } from '../../testing/facts-in.js';

/** Publishes each seal to a reader outside the machine. Has its own products: they are killed and restarted. */
let folder: string;
let dataDir: string;
let file: string;
let product: Running | undefined;
let server: Server;
let received: string[];

const settingsFor = (publish: string): Environment => ({
  DATA_DIR: dataDir,
  DEMO_DATA: '0',
  SEAL_EVERY: '100ms',
  SEAL_PUBLISH: publish,
});
const start = async (publish: string, more: Environment = {}): Promise<void> => {
  product = await startStandalone({ ...settingsFor(publish), ...more });
};
const run = (args: readonly string[], publish = file): Promise<string> =>
  ledger(dataDir, args, settingsFor(publish));
const lines = (text: string): string[] => text.split('\n').filter((line) => line !== '');
const seals = async (): Promise<string[]> => lines(await run(['seals']));
/** Counts the seals of the ledger, which is cheaper than the command that prints them. */
const sealCount = async (): Promise<number> =>
  (await eventsIn(dataDir)).filter(({ type }) => type === 'LedgerSealed').length;
/** True when `published` has every seal once, in order. */
const areAllSeals = async (published: readonly string[]): Promise<boolean> =>
  published.length === (await sealCount()) && JSON.stringify(published) === JSON.stringify(await seals());
const inFile = (): string[] => (existsSync(file) ? lines(readFileSync(file, 'utf8')) : []);
const readyz = async (): Promise<Record<string, unknown>> =>
  (await (await fetch(`${product!.url}/readyz`)).json()) as Record<string, unknown>;

const sealsShown = async ({ headers }: SignedIn) =>
  AUDIT_ANSWERS.seals.parse(await (await fetch(product!.url + AUDIT_PATHS.seals, { headers })).json());

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'published-'));
  [dataDir, file] = [join(folder, 'data'), join(folder, 'seals.jsonl')];
  received = [];
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => void (body += chunk.toString()));
    request.on('end', () => {
      received.push(body);
      response.writeHead(204).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  await product?.stop('SIGKILL');
  server.close();
  server.closeAllConnections();
  rmSync(folder, { recursive: true, force: true });
});

it('appends every seal to a file once and in order, even across a crash, as an anchor for verification', async () => {
  await start(file);
  await seed(dataDir, 1, 1_000);
  const before = await eventually(
    async () => inFile(),
    (published) => published.length > 0,
  );
  await product!.stop('SIGKILL');
  await start(file);
  await seed(dataDir, 1, 1_000);
  await eventually(
    async () => inFile(),
    (published) => published.length > before.length,
  );
  await product!.stop();
  // Seals made during the crash are published at the next start.
  await start(file);
  await eventually(() => areAllSeals(inFile()), Boolean);
  const { seals: report, ok } = JSON.parse(await run(['verify', '--json'])) as Verified;
  expect({ ok, anchored: report.anchored }).toEqual({ ok: true, anchored: true });
  const unpublished = await ledger(dataDir, ['verify', '--json']);
  expect((JSON.parse(unpublished) as Verified).seals.anchored).toBe(false);
});

it('shows the progress of sealing and publishing in health and metrics', async () => {
  const facts = await eventually(readyz, (told) => Number(told['seals_published_tree_size']) > 0);
  expect(facts).toMatchObject({ notes: [], seal_stopped: 0, seal_failures: 0, seals_unpublished_seconds: 0 });
  const metrics = await (await fetch(`${product!.url}/metrics`)).text();
  expect(metrics).toMatch(/^ledger_seal_tree_size [1-9]\d*$/m);
  expect(metrics).toMatch(/^ledger_seals_published_tree_size [1-9]\d*$/m);
  expect(metrics).toMatch(/^ledger_unsealed_events \d+$/m);
});

it('posts every seal to an address, without repetition after a restart', async () => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/seals`;
  // Unanswered posts are repeated.
  const all = (): Promise<boolean> => areAllSeals([...new Set(received)]);
  await product!.stop();
  await start(url);
  await eventually(all, Boolean);
  await product!.stop();
  await start(url);
  await seed(dataDir, 1, 1_000);
  const before = received.length;
  await eventually(async () => received.length > before && (await all()), Boolean);
});

it('shows auditors the address and progress of publication', async () => {
  await product!.stop();
  dataDir = join(folder, 'shown');
  const fresh = join(folder, 'shown.jsonl');
  await start(fresh, { DEMO_DATA: '1' });
  const admin = await signIn(product!.url, 'admin@demo.test', 'Admin-pass-1', 'admin');
  const { seals: shown, published } = await eventually(
    () => sealsShown(admin),
    (told) => Number(told.published?.treeSize) > 0,
  );
  expect(published).toMatchObject({ to: fresh, failingSince: null });
  expect(shown.map(({ treeSize }) => treeSize)).toContain(published?.treeSize);
});

it('reports a file of another ledger, and goes on sealing', async () => {
  await product!.stop();
  dataDir = join(folder, 'other');
  const kept = readFileSync(file, 'utf8');
  await start(file, { DEMO_DATA: '1' });
  const told = await eventually(
    readyz,
    ({ notes, seal_tree_size: size }) => (notes as string[]).length > 0 && Number(size) > 0,
  );
  expect(told['notes']).toEqual([
    expect.stringMatching(/^seals are not published since .*is not in this ledger/),
  ]);
  expect(told['status']).toBe(true);
  const admin = await signIn(product!.url, 'admin@demo.test', 'Admin-pass-1', 'admin');
  const { body } = await send(`${product!.url}/api/admin-operations/`, 'POST', {}, admin.headers);
  expect(body['notes']).toEqual(told['notes']);
  expect(readFileSync(file, 'utf8')).toBe(kept);
  const { published } = await sealsShown(admin);
  expect(published).toEqual({ to: file, treeSize: null, failingSince: expect.any(String) });
});
