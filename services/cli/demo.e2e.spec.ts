import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ledger, startStandalone } from '../../infra/testing/product.js';
import type { CallAnswer } from '../contracts/calls.js';
import { eventually, send, signIn } from '../standalone/testing/callers.js';

/** A ledger of made-up customers, and the product on it. */
describe('a demonstration', () => {
  let folder: string;
  const settings: Record<string, string> = { LOG_LEVEL: 'error', SANDBOX_LATENCY_MS: '5' };
  const run = (args: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<string> =>
    ledger(settings['DATA_DIR']!, args, { ...settings, ...more });
  const purchases = async (): Promise<readonly { at: string }[]> =>
    (await run(['events', '--limit', '1000000']))
      .split('\n')
      .flatMap((line) => (line.includes('"PurchaseAccepted"') ? [JSON.parse(line) as { at: string }] : []));

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'demo-'));
    settings['DATA_DIR'] = join(folder, 'data');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each([
    ['no day', '0', {}, /--days/],
    ['more days than it has patience for', '731', {}, /--days/],
    ['production', '2', { NODE_ENV: 'production' }, /./],
  ])('is refused for %s', async (_what, days, more, why) => {
    await expect(run(['demo', '--days', days], more)).rejects.toThrow(why);
  });

  it('fills an empty ledger with days that end now, by events that verify, and leaves nothing to be done', async () => {
    expect(await run(['demo', '--days', '4'])).toMatch(/^\d+ purchases of 4 days\n$/);
    const bought = await purchases();
    expect(bought.length).toBeGreaterThan(60);
    expect(Date.parse(bought.at(-1)!.at)).toBeLessThanOrEqual(Date.now());
    expect(new Set(bought.map(({ at }) => at.slice(0, 10))).size).toBeGreaterThanOrEqual(4);
    await expect(run(['demo', '--days', '4'])).rejects.toThrow(/this ledger has events/);

    const product = await startStandalone(settings);
    try {
      await expect(run(['demo', '--days', '4'])).rejects.toThrow(/stop the server first/);
      const admin = await signIn(product.url, 'admin@demo.test', 'Admin-pass-1', 'admin');
      const week = async () => {
        const answer = await send(`${product.url}/api/admin-sales-report/`, 'POST', {}, admin.headers);
        return (answer.body as CallAnswer<'salesReport'>).windows[1]!.figures;
      };
      const all = ({ transactions, failed, reversed }: Awaited<ReturnType<typeof week>>) =>
        transactions + reversed + failed;
      await eventually(week, (figures) => all(figures) >= bought.length);
      expect(all(await week())).toBe(bought.length);
    } finally {
      await product.stop();
    }
    expect(await purchases()).toHaveLength(bought.length);
    expect(JSON.parse(await run(['verify', '--read-models', '--json']))).toMatchObject({
      ...{ ok: true, problems: [] },
    });
  });
});
