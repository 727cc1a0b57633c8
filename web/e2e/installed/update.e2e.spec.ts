import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { chromiumPath, logIn, SIZES, withoutChromium } from '../browser.js';
import { until } from '../../../infra/testing/until.js';
import { newCustomer } from '../../../services/standalone/testing/people.js';
import { showSharedProduct, type SharedView } from '../shown-product.js';

const WORKER = '/service-worker.js';
/** Addresses of parts, as pages, the worker and other parts name them. */
const PART_NAMED = /assets\/(?=[\w.-]+\.(?:js|css))/g;
/** Path of a later version's part; the product itself knows only `/assets/`. */
const LATER_PART = /^\/assets\/(?:second|third)\//;
/** Code for the worker, which answers `version` to the message `WHICH`. */
const saying = (version: string): string =>
  `\nself.addEventListener('message', ({ data, ports }) => data === 'WHICH' && ports[0].postMessage('${version}'));\n`;

const looking = chromiumPath ? describe : describe.skip;

looking(`a newer version of the app ${chromiumPath ? '' : withoutChromium}`, () => {
  let shown: SharedView;
  let inFront: Server;
  let page: Page;
  let url: string;
  let version = 'first';
  /** True when parts of earlier versions answer 404. */
  let gone = false;

  beforeAll(async () => {
    shown = await showSharedProduct({
      viewport: SIZES.phone,
      serviceWorkers: 'allow',
    });
    ({ page } = shown);
    const { port } = new URL(shown.product.url);
    // The browser must not mix parts of two versions.
    const directory = (): string => (version === 'first' ? 'assets/' : `assets/${version}/`);
    const ofVersion = (text: string): string => text.replaceAll(PART_NAMED, directory());
    // Proxy that rewrites pages and the worker of the product to the current `version`.
    inFront = createServer((asked, answer) => {
      const { url: asks = '/', method, headers } = asked;
      const ofWorker = asks === WORKER;
      const { 'if-none-match': known, 'accept-encoding': packed, ...wanted } = headers;
      if (gone && asks.startsWith('/assets/') && !asks.startsWith(`/${directory()}`)) {
        answer.writeHead(404).end();
        return;
      }
      const path = asks.replace(LATER_PART, '/assets/');
      const handed = request({ host: '127.0.0.1', port, path, method, headers: wanted }, (told) => {
        if (!/^text\/(?:html|javascript)/.test(told.headers['content-type'] ?? '')) {
          answer.writeHead(told.statusCode ?? 502, told.headers);
          told.pipe(answer);
          return;
        }
        const { etag, 'content-length': length, ...about } = told.headers;
        void buffer(told).then((text) => {
          answer.writeHead(told.statusCode ?? 502, about);
          answer.end(ofVersion(text.toString()) + (ofWorker ? saying(version) : ''));
        });
      });
      handed.on('error', () => answer.destroy());
      asked.pipe(handed);
    });
    await new Promise<void>((resolve) => void inFront.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(inFront.address() as AddressInfo).port}`;
  });

  afterAll(async () => {
    await shown?.stop();
    inFront?.closeAllConnections();
    inFront?.close();
  });

  /** Version of the worker that controls the page. */
  const inCharge = (): Promise<unknown> =>
    page.evaluate(`new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => resolve(data);
      navigator.serviceWorker.controller.postMessage('WHICH', [port2]);
    })`);
  const notice = () => page.getByText('There is a newer version of this app.');
  /** True when the page started with version `wanted`. */
  const startsAs = (wanted: string) =>
    `document.querySelector('script[src^="/assets/${wanted}/index-"]') !== null`;
  const startsAsSecond = (): Promise<unknown> => page.evaluate(startsAs('second'));
  const open = async (path: string, heading: string | RegExp): Promise<void> => {
    await page.goto(url + path);
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  };

  it('is offered when available, and loaded only by its button', async () => {
    const { email, password } = await newCustomer(shown.product);
    await logIn(page, url, email, password);
    await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
    await page.goto(`${url}/profile`);
    await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
    expect(await inCharge()).toBe('first');
    expect(await notice().count()).toBe(0);

    version = 'second';
    // The worker shows its copy and fetches the newest page for the next load.
    await open('/profile', 'Profile');
    expect(await startsAsSecond()).toBe(false);
    await until(async () => {
      await open('/profile', 'Profile');
      return (await startsAsSecond()) === true;
    }, 'a page of the second version');
    expect(await inCharge()).toBe('first');
    await page.evaluate(
      'navigator.serviceWorker.getRegistration().then((registration) => registration.update()).then(() => undefined)',
    );
    await notice().waitFor();
    // Typed text stays until the button is pressed.
    await page.getByLabel('First name').fill('Adaeze');
    expect(await inCharge()).toBe('first');

    // Every tab offers it and loads it separately.
    const other = await page.context().newPage();
    await other.goto(`${url}/profile`);
    const load = other.getByRole('button', { name: 'Load it now' });
    await load.waitFor();
    const loaded = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Load it now' }).click();
    await loaded;
    const otherLoaded = other.waitForEvent('load');
    await load.click();
    await otherLoaded;
    await other.close();
    await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/profile');
    expect(await inCharge()).toBe('second');
    await page.locator('input[name="fname"]:not([value="Adaeze"])').waitFor();
    expect(
      await page.evaluate('navigator.serviceWorker.getRegistration().then(({ waiting }) => waiting)'),
    ).toBe(null);
    expect(await notice().count()).toBe(0);
  });

  it('is loaded at once when a part of the old version is gone', async () => {
    [version, gone] = ['third', true];
    await page.getByRole('link', { name: 'Airtime' }).filter({ visible: true }).first().click();
    await page.locator('script[src^="/assets/third/index-"]').waitFor({ state: 'attached' });
    await page.getByRole('heading', { level: 1, name: 'Recharge Your Account' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/airtime');
    // The worker of this version is still offered.
    await page.evaluate(
      'navigator.serviceWorker.getRegistration().then((registration) => registration.update()).then(() => undefined)',
    );
    const loaded = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Load it now' }).click();
    await loaded;
    await page.getByRole('heading', { level: 1, name: 'Recharge Your Account' }).waitFor();
    expect(await inCharge()).toBe('third');
  });

  it('opens from its copy even without a server', async () => {
    expect(await page.evaluate(startsAs('third'))).toBe(true);
    expect(
      await page.evaluate('caches.keys().then((names) => names.filter((name) => name.startsWith("page")))'),
    ).toEqual([expect.stringMatching(/^page-assets\/third\/index-/)]);
    inFront.closeAllConnections();
    inFront.close();
    await open('/home', /^Welcome, /);
    expect(await page.evaluate(startsAs('third'))).toBe(true);
  });
});
