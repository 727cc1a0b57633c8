import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { ownEntry } from '../../../services/contracts/own-entry.js';
import { ledger } from '../../../infra/testing/product.js';
import { until } from '../../../infra/testing/until.js';
import { buyDirectly } from '../browser.js';
import type { ShownProduct } from '../shown-product.js';
import { spreadOf, type Spread } from '../../../infra/testing/percentiles.js';

/** Consecutive parts of the whole time. */
export const LEGS = [
  'stored to told',
  'told to asked',
  'asked to answered',
  'answered to drawn',
  'drawn to painted',
] as const;
export type Leg = (typeof LEGS)[number];

export interface EventToPixel {
  /** From the time in the event until its row is painted in the new state. */
  readonly whole: Spread;
  readonly legs: Readonly<Record<Leg, Spread>>;
}

/** Records of a page; all times in ms since 1970. */
interface Noted {
  readonly told: readonly { readonly position: number; readonly at: number }[];
  readonly asked: readonly { readonly from: number; readonly to: number }[];
  readonly rows: readonly {
    readonly reference: string;
    readonly status: string;
    readonly drawnAt: number;
    readonly paintedAt: number;
  }[];
}

/** Records live messages, and when each row state was drawn and painted. */
const WATCH = `(() => {
  const now = () => performance.timeOrigin + performance.now();
  performance.setResourceTimingBufferSize(100000);
  const noted = { told: [], rows: [] };
  globalThis.noted = noted;
  const Source = EventSource;
  globalThis.EventSource = class extends Source {
    constructor(...asked) {
      super(...asked);
      this.addEventListener('change', ({ data }) => noted.told.push({ position: JSON.parse(data).position, at: now() }));
    }
  };
  const known = new Set();
  const painted = (then) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => then(now());
    port2.postMessage(0);
  });
  const look = () => {
    const fresh = [];
    for (const row of document.querySelectorAll('main [role="row"]')) {
      const reference = row.querySelector('a[href^="/receipt/"]')?.getAttribute('href').split('/').pop();
      const status = row.querySelector('[data-tone]')?.textContent;
      if (!reference || !status || known.has(reference + status)) continue;
      known.add(reference + status);
      fresh.push({ reference, status, drawnAt: now() });
    }
    if (fresh.length > 0) painted((paintedAt) => noted.rows.push(...fresh.map((row) => ({ ...row, paintedAt }))));
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
})()`;

const READ = `({
  ...noted,
  asked: performance.getEntriesByType('resource')
    .filter(({ name }) => name.includes('/api/wallet_movements/'))
    .map(({ startTime, responseEnd }) => ({ from: performance.timeOrigin + startTime, to: performance.timeOrigin + responseEnd })),
})`;

interface Stored {
  readonly type: string;
  readonly at: string;
  readonly position: number;
  readonly data: { readonly reference?: string; readonly purchaseId?: string };
}

/** Events that give a history row a new state. */
const STATE_OF: Readonly<Record<string, string>> = {
  PurchaseAccepted: 'Pending',
  PurchaseCaptured: 'Successful',
};

interface Watching {
  readonly purchases: number;
  /** Rows per page. */
  readonly size: number;
}

export async function eventToPixel(
  { page, product, dataDir }: ShownProduct,
  { purchases, size }: Watching,
): Promise<EventToPixel> {
  // Only one tab receives live updates: it must be the watched one.
  await page.goto('about:blank');
  const watched = await page.context().newPage();
  await watched.addInitScript({ content: WATCH });
  await watched.goto(`${product.url}/thistory?size=${size}`);
  await watched.getByText('Live', { exact: true }).first().waitFor();
  await watched.locator('[role=row] a[href^="/receipt/"]').first().waitFor();
  const bought: string[] = [];
  for (let number = 0; number < purchases; number += 1) {
    const reference = await buyDirectly(page, product.url, {
      phone: `0803${String(size + number).padStart(4, '0')}457`,
      amount: 50 + number,
    });
    bought.push(reference);
    const row = watched.locator('[role=row]', {
      has: watched.locator(`a[href="/receipt/${reference}"]`),
    });
    await row.getByText('Successful').first().waitFor();
    // Keeps the pauses out of step with the product's timers.
    await sleep((number * 37) % 200);
  }
  const noted = await readWhen(watched, bought.length);
  await watched.close();
  return spreads(noted, await storedOf(dataDir, bought), bought);
}

async function readWhen(page: Page, rows: number): Promise<Noted> {
  await until(
    async () =>
      ((await page.evaluate(
        `noted.rows.filter(({ status }) => status === 'Successful').length`,
      )) as number) >= rows,
    'the last frame',
  );
  return (await page.evaluate(READ)) as Noted;
}

async function storedOf(dataDir: string, bought: readonly string[]): Promise<ReadonlyMap<string, Stored>> {
  const wanted = new Set(bought);
  const lines = (await ledger(dataDir, ['events', '--limit', '1000000'])).trim().split('\n');
  const referenceOf = new Map<string, string>();
  const found = new Map<string, Stored>();
  for (const line of lines) {
    const event = JSON.parse(line) as Stored;
    const { reference, purchaseId } = event.data;
    if (reference && purchaseId && wanted.has(reference)) referenceOf.set(purchaseId, reference);
    const state = ownEntry(STATE_OF, event.type);
    const of = referenceOf.get(purchaseId ?? '');
    if (state && of && !found.has(of + state)) found.set(of + state, event);
  }
  return found;
}

/** @throws when a purchase lacks one of its states or events, which the result would silently omit */
function spreads(
  { told, asked, rows }: Noted,
  stored: ReadonlyMap<string, Stored>,
  bought: readonly string[],
): EventToPixel {
  const whole: number[] = [];
  const legs = Object.fromEntries(LEGS.map((leg) => [leg, [] as number[]])) as Record<Leg, number[]>;
  const unmatched = new Set(
    bought.flatMap((reference) => Object.values(STATE_OF).map((state) => reference + state)),
  );
  for (const { reference, status, drawnAt, paintedAt } of rows) {
    const event = stored.get(reference + status);
    const answer = asked.findLast(({ to }) => to <= drawnAt);
    // Skips rows of earlier purchases, and rows that no answer brought.
    if (!event || !answer) continue;
    unmatched.delete(reference + status);
    const at = Date.parse(event.at);
    // The page may have asked before the message, for another reason.
    const toldAt = Math.min(
      told.find(({ position }) => position >= event.position)?.at ?? answer.from,
      answer.from,
    );
    const moments = [at, toldAt, answer.from, answer.to, drawnAt, paintedAt];
    LEGS.forEach((leg, index) => legs[leg].push(moments[index + 1]! - moments[index]!));
    whole.push(paintedAt - at);
  }
  if (unmatched.size > 0) throw new Error(`never seen with their event: ${[...unmatched].join(', ')}`);
  return {
    whole: spreadOf(whole),
    legs: Object.fromEntries(LEGS.map((leg) => [leg, spreadOf(legs[leg])])) as Record<Leg, Spread>,
  };
}
