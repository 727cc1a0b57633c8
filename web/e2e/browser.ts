import { spawn } from 'node:child_process';
import { accessSync, constants, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import type { Browser, ConsoleMessage, Page } from 'playwright-core';
import { type Pooled, ProcessPool } from '../../infra/testing/process-pool.js';
import { freePort, startStandalone } from '../../infra/testing/product.js';
import type { Environment, Running } from '../../infra/testing/product.js';
import { PATIENCE_MS, until } from '../../infra/testing/until.js';

const CHOSEN = process.env['CHROMIUM_PATH'];
const HEADLESS_SHELL = '/usr/lib/chromium/chromium-headless-shell';
const WITH_WINDOWS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

function runnable(path: string | undefined): path is string {
  try {
    accessSync(path ?? '', constants.X_OK);
    return path !== undefined;
  } catch {
    return false;
  }
}

/** The system's Chromium; undefined when there is none. Its headless shell paints no window: a page takes half of the processor time. */
export const chromiumPath = [CHOSEN, HEADLESS_SHELL, ...WITH_WINDOWS].find(runnable);
/** A whole Chromium, which can also install an app. */
export const wholeChromiumPath = [CHOSEN, ...WITH_WINDOWS].find(runnable);
export const withoutChromium = '(no Chromium found: install it or set CHROMIUM_PATH)';

/** Pages give up on an answer after twenty seconds; where the machine is crowded, or a test holds it back, that says nothing. */
const PATIENT_PAGE = `{
  const set = window.setTimeout;
  const givesUp = (work, ms) => ms === 20_000 && String(work).includes('.abort(');
  window.setTimeout = (work, ms, ...given) => set.call(window, work, givesUp(work, ms) ? ${PATIENCE_MS} : ms, ...given);
}`;

/** As root, Chromium runs only without its sandbox; it is shown our own pages and nothing else. */
const ARGUMENTS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--hide-scrollbars',
  '--mute-audio',
  '--no-first-run',
  '--no-default-browser-check',
  '--no-startup-window',
  '--disable-back-forward-cache',
  '--disable-background-networking',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-breakpad',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-dev-shm-usage',
  '--disable-extensions',
  '--disable-field-trial-config',
  '--disable-hang-monitor',
  '--disable-ipc-flooding-protection',
  '--disable-popup-blocking',
  '--disable-renderer-backgrounding',
  '--disable-search-engine-choice-screen',
  '--disable-sync',
  '--disable-features=HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,MediaRouter,OptimizationHints,PaintHolding',
  '--force-color-profile=srgb',
  '--metrics-recording-only',
  '--password-store=basic',
  '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4',
];

/** Browsers that suites use one after another, each in contexts of its own. */
const browsersOf = (program: string) =>
  new ProcessPool<Pooled>(
    'chromium',
    { program, ARGUMENTS },
    async (folder) => {
      const port = await freePort();
      const child = spawn(
        program,
        [...ARGUMENTS, `--remote-debugging-port=${port}`, `--user-data-dir=${folder}/data`],
        { stdio: 'ignore', detached: true },
      );
      child.unref();
      const pooled = { pid: child.pid!, url: `http://127.0.0.1:${port}` };
      await until(() => answers(pooled), 'the browser');
      return pooled;
    },
    answers,
  );

async function answers({ url }: Pick<Pooled, 'url'>): Promise<boolean> {
  return (await fetch(`${url}/json/version`).catch(() => undefined))?.status === 200;
}

/**
 * A browser of the pool. `close` ends the contexts of the suite and gives the browser back.
 * @param program `wholeChromiumPath` for what the headless shell has not: push messages
 */
export async function launch(program = chromiumPath!): Promise<Browser> {
  const browsers = browsersOf(program);
  const pooled = await browsers.take();
  const browser = await chromium.connectOverCDP(pooled.url, { timeout: PATIENCE_MS });
  const [newContext, close] = [browser.newContext.bind(browser), browser.close.bind(browser)];
  browser.close = async (options) => {
    await close(options);
    browsers.giveBack(pooled);
  };
  // `newPage` comes through here too: what a crowded machine shows late is waited for.
  browser.newContext = async (options) => {
    // The worker that keeps pages would answer instead of what a test puts in its place: only its own test has it.
    const context = await newContext({ serviceWorkers: 'block', ...options });
    context.setDefaultTimeout(PATIENCE_MS);
    await context.addInitScript({ content: PATIENT_PAGE });
    return context;
  };
  return browser;
}

/**
 * The product for pages to be looked at. Pages give up on an answer after twenty seconds: a list waits less for what its
 * reader has done, and is shown anew when it comes.
 */
export const startProduct = (environment: Environment): Promise<Running> =>
  startStandalone({ LIST_WAIT: '10s', ...environment });

/** A purchase with the session of the page, as its own code would make it; answers its reference. */
export async function buyDirectly(
  page: Page,
  url: string,
  { phone, amount }: { readonly phone: string; readonly amount: number },
): Promise<string> {
  const cookies = await page.context().cookies(url);
  const csrf = cookies.find(({ name }) => name.includes('csrftoken'))?.value ?? '';
  const answer = await page.request.post(`${url}/api/buycard/`, {
    headers: { 'x-csrftoken': decodeURIComponent(csrf) },
    data: { amount, network: 1, phone, transaction_pin: '4826' },
    timeout: PATIENCE_MS,
  });
  if (!answer.ok()) throw new Error(`a purchase answered ${answer.status()}: ${await answer.text()}`);
  return String(((await answer.json()) as { reference: unknown }).reference);
}

export const SIZES = {
  phone: { width: 360, height: 800 },
  desktop: { width: 1280, height: 800 },
} as const;

/** Where every page is looked at. */
export const SCREENS = { ...SIZES, 'large screen': { width: 1920, height: 1080 } } as const;
export type Screen = keyof typeof SCREENS;

/** Everything the page complained about while it was looked at. */
export function complaints(page: Page): string[] {
  const heard: string[] = [];
  page.on('pageerror', (error) => heard.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !isReceiptAwaited(message)) heard.push(message.text());
  });
  return heard;
}

/** A receipt is asked for until it is there: what was bought a moment ago may not be in the read model yet. */
const isReceiptAwaited = (message: ConsoleMessage): boolean =>
  message.text().includes('status of 404') && message.location().url.endsWith('/api/transaction/');

export async function logIn(
  page: Page,
  url: string,
  email = 'customer@demo.test',
  password = 'Demo-pass-1',
): Promise<void> {
  await page.goto(`${url}/login`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL('**/home');
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type AxeViolations = readonly { id: string; impact: string; nodes: readonly { html: string }[] }[];

/** Half a minute in all, for whatever moves on a slow machine. */
const LOOKS_MAX = 60;
const LOOK_AGAIN_MS = 500;

/** What is still coming into sight has pale colours, or the width of another screen, for a moment: only what stays is a fault. */
async function staying(look: () => Promise<string[]>): Promise<string[]> {
  let faults = await look();
  for (let looks = 1; faults.length > 0 && looks < LOOKS_MAX; looks += 1) {
    await sleep(LOOK_AGAIN_MS);
    faults = await look();
  }
  return faults;
}

/** Serious and critical accessibility faults of the page. */
export const seriousFaults = (page: Page): Promise<string[]> => staying(() => faultsNow(page));

/** Serious faults of the page, and whether it is wider than what shows it. @param what the page, for whoever reads of the fault */
export async function faultsOf(page: Page, what: string): Promise<string[]> {
  const faults = await staying(async () => [...(await faultsNow(page)), ...(await tooWideNow(page))]);
  return faults.map((fault) => `${what}: ${fault}`);
}

const THEMES = ['light', 'dark'] as const;

/** What `faultsOf` finds on the first of these screens, in both themes, and whether the page fits the others. */
export async function faultsInBothThemes(
  page: Page,
  what: string,
  [first, ...others]: readonly [Screen, ...Screen[]],
): Promise<string[]> {
  await page.setViewportSize(SCREENS[first]);
  const [theme = 'light', other = 'dark'] = await themesFrom(page);
  const faults = await faultsOf(page, `${what}, ${first}, ${theme}`);
  await page.emulateMedia({ colorScheme: other });
  await page.locator(`html[data-mantine-color-scheme="${other}"]`).waitFor({ state: 'attached' });
  const pale = await staying(() => faultsNow(page, COLOURS));
  faults.push(...pale.map((fault) => `${what}, ${first}, ${other}: ${fault}`));
  for (const screen of others) {
    await page.setViewportSize(SCREENS[screen]);
    const wide = await staying(() => tooWideNow(page));
    faults.push(...wide.map((fault) => `${what}, ${screen}: ${fault}`));
  }
  return faults;
}

/** The theme that the page has, and the other one. */
async function themesFrom(page: Page): Promise<readonly (typeof THEMES)[number][]> {
  const dark = (await page.evaluate(`matchMedia('(prefers-color-scheme: dark)').matches`)) as boolean;
  return dark ? THEMES.toReversed() : THEMES;
}

async function tooWideNow(page: Page): Promise<string[]> {
  const { width } = page.viewportSize()!;
  const wide = (await page.evaluate('document.documentElement.scrollWidth')) as number;
  return wide > width ? [`${wide} px wide on ${width} px`] : [];
}

const ALL_RULES = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];
const COLOURS = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

async function faultsNow(page: Page, runOnly: object = ALL_RULES): Promise<string[]> {
  // Only what is read below leaves the page, and axe itself is brought once to each document.
  const look = `globalThis.axe?.run({ runOnly: ${JSON.stringify(runOnly)}, resultTypes: ['violations'] }).then(
    ({ violations }) => violations.map(({ id, impact, nodes }) => ({ id, impact, nodes: nodes.map(({ html }) => ({ html })) })),
  )`;
  let violations = await page.evaluate<AxeViolations | undefined>(look);
  while (!violations) {
    await page.evaluate(`${axeSource}; undefined`);
    violations = await page.evaluate<AxeViolations | undefined>(look);
  }
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`);
}
