import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { chromium, type Page } from 'playwright-core';
import { z } from 'zod';
import { ownEntry } from '../../../services/contracts/own-entry.js';
import { freePort } from '../../../infra/testing/product.js';
import { until } from '../../../infra/testing/until.js';
import { buyDirectly, wholeChromiumPath, logIn, startProduct, withoutChromium } from '../browser.js';
import { BARS, CATEGORIES, missedBy, scoresOf, type Category, type Look } from './judge.js';

const USAGE = `npm run lighthouse -- [options]
  --only PATH   one page, such as /airtime
  --times N     looks at each page, of which the one in the middle counts; default 3`;

/** Pages before and after the login. */
const PAGES = { open: ['/login'], own: ['/home', '/airtime', '/thistory'] } as const;

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    times: { type: 'string', default: '3' },
    help: { type: 'boolean' },
  },
});
const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Fetched by `npm exec`: a fifth as large as all installed packages. */
const LIGHTHOUSE = 'lighthouse@12.8.2';

const Score = z.number().nullable();
const Report = z.object({
  categories: z.record(
    z.string(),
    z.object({
      score: Score,
      auditRefs: z.array(z.object({ id: z.string(), weight: z.number() })),
    }),
  ),
  audits: z.record(z.string(), z.object({ score: Score, displayValue: z.string().optional() })),
});

/** Measures a page like a mid-range phone on slow 4G. `--disable-storage-reset` keeps the session. */
async function look(url: string, port: number, again = 2): Promise<Look> {
  await inNewProcess(port);
  const asked = [`--port=${port}`, '--disable-storage-reset', `--only-categories=${CATEGORIES.join()}`];
  const run = promisify(execFile)(
    'npm',
    [
      'exec',
      '--yes',
      `--package=${LIGHTHOUSE}`,
      '--',
      'lighthouse',
      url,
      ...asked,
      '--output=json',
      '--quiet',
    ],
    { maxBuffer: 2 ** 27 },
  );
  const { stdout } = await run.catch((error: unknown) => {
    // Lighthouse asks for another run when its trace has no start.
    if (again > 0 && String(error).includes('Please run Lighthouse again')) return { stdout: '' };
    throw error;
  });
  if (stdout === '') return look(url, port, again - 1);
  const { categories, audits } = Report.parse(JSON.parse(stdout));
  const of = <Value>(value: (category: Category) => Value): Record<Category, Value> =>
    Object.fromEntries(CATEGORIES.map((category) => [category, value(category)])) as Record<Category, Value>;
  return {
    scores: of((category) => ownEntry(categories, category)?.score ?? null),
    lost: of((category) =>
      (ownEntry(categories, category)?.auditRefs ?? [])
        .filter(({ id, weight }) => weight > 0 && (ownEntry(audits, id)?.score ?? 1) < BARS[category] / 100)
        .map(({ id }) => `${id} ${ownEntry(audits, id)?.displayValue ?? ''}`.trim()),
    ),
  };
}

async function installFaults(page: Page, url: string): Promise<string[]> {
  await page.goto(`${url}/home`);
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
  await page.reload();
  const session = await page.context().newCDPSession(page);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  const controlled = await page.evaluate('navigator.serviceWorker.controller !== null');
  return [
    ...installabilityErrors.map(({ errorId }) => `the app cannot be installed: ${errorId}`),
    ...(controlled ? [] : ['the app cannot be installed: no service worker answers for its pages']),
  ];
}

/** Starts a browser for Lighthouse alone: two controllers at once would wait for each other. */
async function startBrowser(profile: string, port: number): Promise<ChildProcess> {
  const flags = ['--headless=new', '--no-sandbox', '--disable-gpu', '--no-first-run', 'about:blank'];
  const child = spawn(
    wholeChromiumPath!,
    [`--remote-debugging-port=${port}`, `--user-data-dir=${profile}`, ...flags],
    { stdio: 'ignore' },
  );
  await until(
    () =>
      fetch(`http://127.0.0.1:${port}/json/version`).then(
        ({ ok }) => ok,
        () => false,
      ),
    'the browser',
  );
  return child;
}

async function inBrowser<Value>(port: number, work: (page: Page) => Promise<Value>): Promise<Value> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  try {
    const [context] = browser.contexts();
    const page = await context!.newPage();
    const value = await work(page);
    await page.close();
    return value;
  } finally {
    await browser.close();
  }
}

/**
 * Ends the process of the previous page by stopping its worker. Lighthouse first lists all functions of a reused
 * process: 100 ms that no visitor waits.
 */
const inNewProcess = (port: number): Promise<void> =>
  inBrowser(port, async (page) => {
    const session = await page.context().newCDPSession(page);
    await session.send('ServiceWorker.enable');
    await session.send('ServiceWorker.stopAllWorkers');
  });

async function measure(): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'lighthouse-'));
  const product = await startProduct({ DATA_DIR: join(folder, 'data'), SANDBOX_LATENCY_MS: '10' });
  const port = await freePort();
  const browser = await startBrowser(join(folder, 'profile'), port);
  const missed: string[] = [];
  const judge = async (paths: readonly string[]): Promise<void> => {
    for (const path of paths.filter((one) => (values.only ?? one) === one)) {
      const looks: Look[] = [];
      for (let times = Number(values.times); times > 0; times -= 1)
        looks.push(await look(product.url + path, port));
      const scores = Object.entries(scoresOf(looks)).map(([category, score]) => `${category} ${score}`);
      say(`${path.padEnd(10)} ${scores.join(', ')}`);
      missed.push(...missedBy(path, looks));
    }
  };
  try {
    await judge(PAGES.open);
    await inBrowser(port, async (page) => {
      await logIn(page, product.url);
      for (let bought = 0; bought < 12; bought += 1)
        await buyDirectly(page, product.url, { phone: `080312345${10 + bought}`, amount: 100 + bought });
      missed.push(...(await installFaults(page, product.url)));
    });
    await judge(PAGES.own);
  } finally {
    browser.kill();
    await once(browser, 'exit');
    await product.stop('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
  return missed;
}

const pages: readonly string[] = [...PAGES.open, ...PAGES.own];
if (values.help) say(USAGE);
else if (values.only !== undefined && !pages.includes(values.only)) {
  say(`${values.only} is not measured: there are ${pages.join(', ')}`);
  process.exitCode = 1;
} else if (!wholeChromiumPath) {
  say(withoutChromium);
  process.exitCode = 1;
} else {
  const missed = await measure();
  say(missed.length === 0 ? 'Every bar is reached, and the app can be installed.' : missed.join('\n'));
  if (missed.length > 0) process.exitCode = 1;
}
