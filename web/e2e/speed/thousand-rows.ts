import type { Page } from 'playwright-core';
import { spreadOf, type Spread } from '../../../infra/testing/percentiles.js';

export interface ThousandRows {
  /** From the start of the visit to a painted frame with rows. */
  readonly shownMs: number;
  /** From the end of the answer to that frame. */
  readonly drawnMs: number;
  /** Rows drawn at once. */
  readonly inPage: number;
  /** Between frames while the list scrolls from end to end. */
  readonly frames: Spread;
}

const SHOWN = `new Promise((resolve) => {
  const look = () => document.querySelector('main [role="row"] a[href^="/receipt/"]')
    ? requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))
    : requestAnimationFrame(look);
  look();
})`;

const ANSWERED = `performance.getEntriesByType('resource').filter(({ name }) => name.includes('/api/wallet_movements/')).at(-1).responseEnd`;
const IN_PAGE = `document.querySelectorAll('main [role="row"]').length`;

const SCROLLED = `new Promise((resolve) => {
  const list = [...document.querySelectorAll('main *')].find((one) =>
    one.scrollHeight > one.clientHeight + 5000 && /auto|scroll/.test(getComputedStyle(one).overflowY)) ?? document.scrollingElement;
  const frames = [];
  let before = performance.now();
  const step = (now) => {
    frames.push(now - before);
    before = now;
    list.scrollTop += 600;
    if (list.scrollTop + list.clientHeight >= list.scrollHeight - 1) return resolve(frames.slice(1));
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
})`;

/** @throws when there are fewer rows */
export async function thousandRows(page: Page, url: string): Promise<ThousandRows> {
  const opened = await page.context().newPage();
  await opened.goto(`${url}/thistory?size=1000`, { waitUntil: 'commit' });
  const shownMs = (await opened.evaluate(SHOWN)) as number;
  const answeredMs = (await opened.evaluate(ANSWERED)) as number;
  const count = await opened.locator('[role=grid]').getAttribute('aria-rowcount');
  if (Number(count) < 1_001) throw new Error(`the list has ${count} rows with its head`);
  const inPage = (await opened.evaluate(IN_PAGE)) as number;
  const frames = spreadOf((await opened.evaluate(SCROLLED)) as number[]);
  await opened.close();
  return { shownMs, drawnMs: shownMs - answeredMs, inPage, frames };
}
