import { spawn } from 'node:child_process';
import { accessSync, constants, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserType, ConsoleMessage, Page } from 'playwright-core';
import { type Pooled, ProcessPool } from '../../infra/testing/process-pool.js';
import { freePort, startStandalone } from '../../infra/testing/product.js';
import type { Environment, Running } from '../../infra/testing/product.js';
import { PATIENCE_MS, until } from '../../infra/testing/until.js';
import { openDevtools } from './testing/devtools.js';

/** Node's own `require` loads Playwright once per jest worker; an import does it in each suite, which takes 0.6 s. */
const { chromium } = process.getBuiltinModule('node:module').createRequire(import.meta.url)(
  'playwright-core',
) as { readonly chromium: BrowserType };

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

/** `HEADLESS_SHELL` paints no window, which halves the CPU time. */
export const chromiumPath = [CHOSEN, HEADLESS_SHELL, ...WITH_WINDOWS].find(runnable);
/** Full Chromium, which can also install an app. */
export const wholeChromiumPath = [CHOSEN, ...WITH_WINDOWS].find(runnable);
export const withoutChromium = '(no Chromium found: install it or set CHROMIUM_PATH)';

/** Pages abort calls after 20 s, too soon on a busy machine. Raises that limit to `PATIENCE_MS`. */
const PATIENT_PAGE = `{
  const set = window.setTimeout;
  const givesUp = (work, ms) => ms === 20_000 && String(work).includes('.abort(');
  window.setTimeout = (work, ms, ...given) => set.call(window, work, givesUp(work, ms) ? ${PATIENCE_MS} : ms, ...given);
}`;

/** Root needs `--no-sandbox`, which is safe because the browser opens our own pages only. */
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
  // Fewer processes and threads, which takes a tenth less CPU time per page.
  '--in-process-gpu',
  '--num-raster-threads=1',
  '--metrics-recording-only',
  '--password-store=basic',
  // Starts with the memory that pages need anyway, which saves collections.
  '--js-flags=--min-semi-space-size=16',
  '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4',
];

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
 * Takes a browser from the pool. `close` returns it.
 * @param program `wholeChromiumPath` for push messages
 */
export async function launch(program = chromiumPath!): Promise<Browser> {
  const browsers = browsersOf(program);
  const pooled = await browsers.take();
  const browser = await chromium.connectOverCDP(await openDevtools(pooled.url), { timeout: PATIENCE_MS });
  const [newContext, close] = [browser.newContext.bind(browser), browser.close.bind(browser)];
  browser.close = async (options) => {
    await close(options);
    browsers.giveBack(pooled);
  };
  // `newPage` calls `newContext` too, so every page gets the longer timeout.
  browser.newContext = async (options) => {
    // A service worker would answer instead of a test's `route`. Only its own tests allow it.
    const context = await newContext({ serviceWorkers: 'block', reducedMotion: 'reduce', ...options });
    context.setDefaultTimeout(PATIENCE_MS);
    await context.addInitScript({ content: PATIENT_PAGE });
    return context;
  };
  return browser;
}

/** `LIST_WAIT` must be below the 20 s after which pages abort. */
export const startProduct = (environment: Environment): Promise<Running> =>
  startStandalone({ LIST_WAIT: '10s', ...environment });

/** Buys airtime with the session of `page`; returns the reference. */
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

export const SCREENS = { ...SIZES, 'large screen': { width: 1920, height: 1080 } } as const;
export type Screen = keyof typeof SCREENS;

/** Collects page errors and console errors. */
export function complaints(page: Page): string[] {
  const heard: string[] = [];
  page.on('pageerror', (error) => heard.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !isReceiptAwaited(message)) heard.push(message.text());
  });
  return heard;
}

/** A new receipt answers 404 until the read model has it, and the page retries. */
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

/** Times `LOOK_AGAIN_MS` is half a minute, enough for animations on a slow machine. */
const LOOKS_MAX = 60;
const LOOK_AGAIN_MS = 500;

/** Repeats `look` while it finds faults: animations cause temporary faults of colour or width. */
async function staying(look: () => Promise<string[]>): Promise<string[]> {
  let faults = await look();
  for (let looks = 1; faults.length > 0 && looks < LOOKS_MAX; looks += 1) {
    await sleep(LOOK_AGAIN_MS);
    faults = await look();
  }
  return faults;
}

/** Serious and critical accessibility faults. */
export const seriousFaults = (page: Page): Promise<string[]> => staying(() => faultsNow(page));

/**
 * Finds serious accessibility faults and horizontal overflow.
 * @param what name of the page in each fault
 */
export async function faultsOf(page: Page, what: string, except: readonly string[] = []): Promise<string[]> {
  const faults = await staying(async () => [
    ...(await faultsNow(page, ALL_RULES, except)),
    ...(await tooWideNow(page)),
  ]);
  return faults.map((fault) => `${what}: ${fault}`);
}

const THEMES = ['light', 'dark'] as const;

/**
 * Runs `faultsOf` on the first screen in both themes, and checks the width on the others.
 * @param except selectors of parts that earlier pages have shown alike, such as the menu
 */
export async function faultsInBothThemes(
  page: Page,
  what: string,
  [first, ...others]: readonly [Screen, ...Screen[]],
  except: readonly string[] = [],
): Promise<string[]> {
  await page.setViewportSize(SCREENS[first]);
  const [theme = 'light', other = 'dark'] = await themesFrom(page);
  const faults = await faultsOf(page, `${what}, ${first}, ${theme}`, except);
  await page.emulateMedia({ colorScheme: other });
  await page.locator(`html[data-mantine-color-scheme="${other}"]`).waitFor({ state: 'attached' });
  const pale = await staying(() => faultsNow(page, COLOURS, except));
  faults.push(...pale.map((fault) => `${what}, ${first}, ${other}: ${fault}`));
  for (const screen of others) {
    await page.setViewportSize(SCREENS[screen]);
    const wide = await staying(() => tooWideNow(page));
    faults.push(...wide.map((fault) => `${what}, ${screen}: ${fault}`));
  }
  return faults;
}

/** Theme of the page, then the other one. */
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

async function faultsNow(
  page: Page,
  runOnly: object = ALL_RULES,
  except: readonly string[] = [],
): Promise<string[]> {
  const where = { exclude: except.map((selector) => [selector]) };
  // Each document gets `axeSource` once.
  const look = `globalThis.axe?.run(${JSON.stringify(where)}, { runOnly: ${JSON.stringify(runOnly)}, resultTypes: ['violations'] }).then(
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
