import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { chromiumPath, logIn, SIZES, withoutChromium } from './browser.js';
import { showProduct, type ShownProduct } from './shown-product.js';

const WORKER = '/service-worker.js';
/** What a worker of each version answers when it is asked which it is. */
const saying = (version: string): string =>
  `\nself.addEventListener('message', ({ data, ports }) => data === 'WHICH' && ports[0].postMessage('${version}'));\n`;

const looking = chromiumPath ? describe : describe.skip;
const SLOW = 900_000;

looking(`a newer version of the app ${chromiumPath ? '' : withoutChromium}`, () => {
  let shown: ShownProduct;
  let inFront: Server;
  let page: Page;
  let version = 'first';

  beforeAll(async () => {
    shown = await showProduct(
      {},
      { viewport: SIZES.phone, serviceWorkers: 'allow', reducedMotion: 'reduce' },
    );
    ({ page } = shown);
    const { port } = new URL(shown.product.url);
    // Stands before the product and hands everything on, its worker with the version that is there at the moment.
    inFront = createServer((asked, answer) => {
      const { url = '/', method, headers } = asked;
      const ofWorker = url === WORKER;
      const { 'if-none-match': known, 'accept-encoding': packed, ...rest } = headers;
      const wanted = ofWorker ? rest : headers;
      const handed = request({ host: '127.0.0.1', port, path: url, method, headers: wanted }, (told) => {
        if (!ofWorker) {
          answer.writeHead(told.statusCode ?? 502, told.headers);
          told.pipe(answer);
          return;
        }
        const { etag, 'content-length': length, ...about } = told.headers;
        void buffer(told).then((script) => {
          answer.writeHead(told.statusCode ?? 502, about);
          answer.end(Buffer.concat([script, Buffer.from(saying(version))]));
        });
      });
      handed.on('error', () => answer.destroy());
      asked.pipe(handed);
    });
    await new Promise<void>((resolve) => void inFront.listen(0, '127.0.0.1', resolve));
  }, SLOW);

  afterAll(async () => {
    await shown?.stop();
    inFront?.closeAllConnections();
    inFront?.close();
  }, SLOW);

  /** Which version is in charge of the page. */
  const inCharge = (): Promise<unknown> =>
    page.evaluate(`new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => resolve(data);
      navigator.serviceWorker.controller.postMessage('WHICH', [port2]);
    })`);
  const notice = () => page.getByText('There is a newer version of this app.');

  it(
    'is offered once it is there, and loaded when its button is pressed, not before',
    async () => {
      const url = `http://127.0.0.1:${(inFront.address() as AddressInfo).port}`;
      await logIn(page, url);
      await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
      await page.goto(`${url}/profile`);
      await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
      expect(await inCharge()).toBe('first');
      expect(await notice().count()).toBe(0);

      version = 'second';
      await page.evaluate(
        'navigator.serviceWorker.getRegistration().then((registration) => registration.update()).then(() => undefined)',
      );
      await notice().waitFor();
      // What is typed stays until somebody presses.
      await page.getByLabel('First name').fill('Adaeze');
      expect(await inCharge()).toBe('first');

      const loaded = page.waitForEvent('load');
      await page.getByRole('button', { name: 'Load it now' }).click();
      await loaded;
      await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/profile');
      expect(await inCharge()).toBe('second');
      await page.locator('input[name="fname"]:not([value="Adaeze"])').waitFor();
      expect(
        await page.evaluate('navigator.serviceWorker.getRegistration().then(({ waiting }) => waiting)'),
      ).toBe(null);
      expect(await notice().count()).toBe(0);
    },
    SLOW,
  );
});
