import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import { ledger } from '../../infra/testing/product.js';
import type { CheckedProof, ReceiptProof } from '../../services/contracts/proofs/receipt-proof.js';
import { eventually } from '../../services/standalone/testing/callers.js';
import { buyDirectly, chromiumPath, seriousFaults, SIZES, withoutChromium } from './browser.js';
import { FULL_INSTALLATION } from './testing/full-installation.js';
import { becomeNewCustomer } from './customer.js';
import { showSharedProduct, type SharedView } from './shown-product.js';

const looking = chromiumPath ? describe : describe.skip;
const OFFLINE = new URL('../../public/verifier/offline.html', import.meta.url).href;

looking(`the page that checks receipts ${chromiumPath ? '' : withoutChromium}`, () => {
  let shown: SharedView;
  let folder: string;
  let answer: { readonly sealed: boolean; readonly proof: ReceiptProof };
  let publicKey: string;
  let offline: BrowserContext;
  let page: Page;
  const asked: string[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'verifier-'));
    const look = { viewport: SIZES.desktop } as const;
    shown = await showSharedProduct(look, FULL_INSTALLATION);
    const { product, dataDir } = shown;
    await becomeNewCustomer(shown.page, product);
    const reference = await buyDirectly(shown.page, product.url, { phone: '08031234567', amount: 100 });
    const prove = async () => {
      const told = await shown.page.request.get(`${product.url}/v1/receipts/${reference}/proof`);
      return { http: told.status(), body: (await told.json()) as typeof answer };
    };
    const { body } = await eventually(
      prove,
      ({ http, body: { proof } }) => http === 200 && proof.events.length === 2,
    );
    answer = body;
    [{ publicKey }] = JSON.parse(await ledger(dataDir, ['keys', '--json'])) as [{ publicKey: string }];
    offline = await shown.browser.newContext({
      viewport: SIZES.phone,
      offline: true,
    });
    page = await offline.newPage();
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(OFFLINE);
  });
  afterAll(async () => {
    await offline?.close();
    await shown?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Checks a file with `content`; returns the verdict and the wrong parts. */
  async function check(content: unknown, on = page): Promise<{ verdict: string | null; wrong: string[] }> {
    const file = join(folder, 'proof.json');
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
    await on.locator('#result').evaluate((result) => result.replaceChildren());
    await on.locator('#file').setInputFiles([]);
    await on.locator('#file').setInputFiles(file);
    const verdict = await on.locator('#result h2').textContent();
    return { verdict, wrong: await on.locator('#result .wrong').allTextContents() };
  }
  const genuine = { verdict: 'This receipt is genuine', wrong: [] };
  const holds = { verdict: 'The proof holds with the key that it brings', wrong: [] };
  const changed = (change: (proof: ReceiptProof) => object) => ({
    ...answer,
    proof: { ...answer.proof, ...change(structuredClone(answer.proof)) },
  });

  it('shows what a receipt proves when opened from a file without a network', async () => {
    expect(await check(answer)).toEqual(holds);
    expect(await page.locator('#result dl').textContent()).toMatch(/₦99\.00|₦100\.00/);
    expect(await check(answer.proof)).toEqual(holds);
    expect(asked.filter((url) => !url.startsWith('file:'))).toEqual([]);
    expect(await seriousFaults(page)).toEqual([]);
  });

  it('refuses a proof with one kobo changed, and every other forgery', async () => {
    const price = /"price":"(\d+)"/.exec(answer.proof.events[0]!.text)![1]!;
    const kobo = changed(({ events }) => ({
      events: events.map((event) => ({
        ...event,
        text: event.text.replaceAll(price, String(Number(price) + 1)),
      })),
    }));
    const refused = await check(kobo);
    expect(refused.verdict).toBe('Do not trust this receipt');
    expect(refused.wrong).toContain('The event was changed: its hash is another one.');
    const zeros = '0'.repeat(64);
    for (const forged of [
      changed(({ events }) => ({ events: events.map((event) => ({ ...event, path: [zeros] })) })),
      changed(({ seal }) => ({ seal: { ...seal, rootHash: zeros } })),
      changed(({ seal }) => ({ seal: { ...seal, signature: zeros + zeros } })),
      changed(() => ({ publicKey: zeros })),
      '{',
      '[]',
      'null',
      '{"proof":1}',
    ]) {
      const { verdict, wrong } = await check(forged);
      expect(verdict).toBe('Do not trust this receipt');
      expect(wrong.length).toBeGreaterThan(0);
    }
  });

  it('trusts only the given key', async () => {
    await page.locator('#key').fill(publicKey);
    expect(await check(answer)).toEqual(genuine);
    await page.locator('#key').fill('0'.repeat(64));
    expect((await check(answer)).wrong).toEqual([
      'The seal was made with another key than the one you trust.',
    ]);
  });

  it('is served online under the rules of every page, and agrees with the command line', async () => {
    const { page: online, product, heard, dataDir } = shown;
    await online.goto(`${product.url}/verify-receipt`);
    expect(await check(answer, online)).toEqual(holds);
    expect(await seriousFaults(online)).toEqual([]);
    const link = online.getByRole('link', { name: 'Keep this page as a file' });
    expect(await link.getAttribute('href')).toBe('/verifier/offline.html');
    expect(heard).toEqual([]);

    const file = join(folder, 'kept.json');
    writeFileSync(file, JSON.stringify(answer.proof));
    const told = await ledger(dataDir, ['verify-proof', file, '--key', publicKey, '--json']);
    expect((JSON.parse(told) as CheckedProof).valid).toBe(true);
    writeFileSync(file, JSON.stringify({ ...answer.proof, publicKey: '0'.repeat(64) }));
    await expect(ledger(dataDir, ['verify-proof', file])).rejects.toThrow(/ended with 1/);
    const { purchaseId } = (JSON.parse(answer.proof.events[0]!.text) as { data: { purchaseId: string } })
      .data;
    const again = JSON.parse(
      await ledger(dataDir, ['prove', '--purchase', purchaseId, '--json']),
    ) as ReceiptProof;
    expect(again.events.map(({ text }) => text)).toEqual(answer.proof.events.map(({ text }) => text));
  });
});
