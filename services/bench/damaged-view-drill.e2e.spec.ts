import { afterAll, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seed, startStandalone } from '../../infra/testing/product.js';
import { databaseFile } from '../../infra/read-store/sqlite/database.js';
import { call, eventually } from '../standalone/testing/callers.js';
import { eventsIn } from '../standalone/testing/facts-in.js';
import { drillDamagedView } from './damaged-view-drill.js';

const folder = mkdtempSync(join(tmpdir(), 'damaged-view-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('refuses lists of damaged read models with 503 until they are complete again, and raises an alert', async () => {
  const result = await drillDamagedView({
    dir: join(folder, 'ledger'),
    purchases: 40,
    tell: () => undefined,
  });
  expect(result).toMatchObject({ unnoticed: [], incomplete: [], alerted: true });
  expect(result.verified).toContain('nothing is wrong');
});

it('raises the alert while the lists are still refused', async () => {
  const dataDir = join(folder, 'refusing');
  const product = await startStandalone({ DATA_DIR: dataDir });
  try {
    const [user] = await seed(dataDir, 1, 5_000);
    // A file `-aside` means that the new read models are not complete yet.
    writeFileSync(`${databaseFile(join(dataDir, 'read-models'))}-aside`, '');
    const rules = async () =>
      (await eventsIn(dataDir)).flatMap(({ type, data }) => (type === 'AlertRaised' ? [data['rule']] : []));
    await eventually(rules, (raised) => raised.includes('view-damaged'));
    expect((await call(product.url, user!, '/api/user_transactions/')).status).toBe(503);
  } finally {
    await product.stop('SIGKILL');
  }
});
