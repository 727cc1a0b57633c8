import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BrowserContext, Page, Worker } from 'playwright-core';
import { FakePushService, type FakeBrowser } from '../../../infra/push/testing/fake-push-service.js';
import { until } from '../../../infra/testing/until.js';
import { buyDirectly, faultsOf, logIn, SIZES, wholeChromiumPath, withoutChromium } from '../browser.js';
import { showProduct, type ShownProduct } from '../shown-product.js';

/** `PUSH_SERVICES` names a local push service. The headless shell shows no notifications. */
const telling = wholeChromiumPath ? describe : describe.skip;

interface Message {
  readonly title: string;
  readonly path: string;
}

interface ShownNotice {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  readonly data: { readonly path: string };
}

/** Replaces `PushManager`, which asks servers of the browser's maker. */
const subscribesWith = ({ endpoint, p256dh, auth }: FakeBrowser): string => `
  const there = () => sessionStorage.getItem('subscribed') || localStorage.getItem('subscribed');
  const subscription = {
    toJSON: () => ({ endpoint: '${endpoint}', keys: { p256dh: '${p256dh}', auth: '${auth}' } }),
    unsubscribe: async () => { localStorage.removeItem('subscribed'); return true; },
  };
  PushManager.prototype.getSubscription = async () => (there() ? subscription : null);
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
    localStorage.setItem('subscribed', applicationServerKey);
    return subscription;
  };
`;

telling(`a device ${wholeChromiumPath ? '' : withoutChromium}`, () => {
  const service = new FakePushService();
  let shown: ShownProduct;
  let context: BrowserContext;
  let page: Page;
  let browser: FakeBrowser;
  let url: string;

  beforeAll(async () => {
    await service.start();
    browser = service.browser('/device');
    shown = await showProduct(
      { SANDBOX_LATENCY_MS: '10', PUSH_SERVICES: service.origin },
      { viewport: SIZES.phone, serviceWorkers: 'allow', permissions: ['notifications'] },
      wholeChromiumPath,
    );
    ({ page } = shown);
    url = shown.product.url;
    context = page.context();
    await context.addInitScript({ content: subscribesWith(browser) });
    await logIn(page, url);
    await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
  });

  afterAll(async () => {
    await shown?.stop();
    await service.stop();
  });

  const card = () => page.getByRole('region', { name: 'Notifications to your devices' });
  const on = () => page.getByRole('button', { name: 'Turn on for this device' });
  const off = () => page.getByRole('button', { name: /^Turn notifications to .* off$/ });
  const kept = (): Promise<unknown> => page.evaluate("localStorage.getItem('naira-ledger-push')");
  const worker = async (): Promise<Worker> => {
    await until(() => context.serviceWorkers().length > 0, 'the service worker');
    return context.serviceWorkers()[0]!;
  };
  const notices = async (): Promise<ShownNotice[]> =>
    (await (
      await worker()
    ).evaluate(
      'self.registration.getNotifications().then((all) => all.map(({ title, body, tag, data }) => ({ title, body, tag, data })))',
    )) as ShownNotice[];

  /** Messages of earlier purchases may come late. */
  async function messageOf(reference: string): Promise<Message> {
    const found = (): Message | undefined =>
      (service.readBy(browser) as Message[]).find(({ path }) => path === `/receipt/${reference}`);
    await until(() => found() !== undefined, `the message of ${reference}`);
    return found()!;
  }

  /** Delivers decrypted `data`, as a push service does. */
  async function deliver(data: string): Promise<void> {
    const session = await context.newCDPSession(page);
    const found = new Promise<string>((resolve) =>
      session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const [one] = registrations.filter(({ scopeURL }) => scopeURL.startsWith(url));
        if (one) resolve(one.registrationId);
      }),
    );
    await session.send('ServiceWorker.enable');
    await session.send('ServiceWorker.deliverPushMessage', {
      origin: url,
      registrationId: await found,
      data,
    });
    await session.detach();
  }

  /** Repeats `data`: listing notifications while one is being shown can make the browser drop it. */
  async function show(data: string, title: string): Promise<void> {
    let looks = 0;
    await until(async () => {
      if (looks++ % 50 === 0) await deliver(data);
      return (await notices()).some((notice) => notice.title === title);
    }, `the notification ${title}`);
  }

  it('receives nothing until notifications are turned on', async () => {
    await buyDirectly(page, url, { phone: '08031234560', amount: 100 });
    await page.goto(`${url}/settings`);
    await on().waitFor();
    expect(await kept()).toBeNull();
    expect(await faultsOf(page, 'settings')).toEqual([]);
    expect(service.received).toEqual([]);
  });

  it('receives a message of the next purchase, and shows it once with the page it opens', async () => {
    await on().click();
    await off().waitFor();
    expect(await kept()).not.toBeNull();
    expect(await faultsOf(page, 'settings')).toEqual([]);
    const reference = await buyDirectly(page, url, { phone: '08031234567', amount: 100 });
    const message = await messageOf(reference);
    await deliver(JSON.stringify(message));
    await show(JSON.stringify(message), 'Airtime delivered');
    expect(await notices()).toEqual([
      expect.objectContaining({ title: 'Airtime delivered', data: { path: `/receipt/${reference}` } }),
    ]);
  });

  it('receives messages in the language chosen last', async () => {
    await page.goto(`${url}/settings`);
    for (const [language, title, unreadable] of [
      ['Pidgin', 'Airtime don deliver', 'Something don happen for your wallet.'],
      ['English', 'Airtime delivered', 'Something happened in your wallet.'],
    ] as const) {
      const before = service.received.length;
      await Promise.all([
        page.waitForResponse('**/api/add_push_device/'),
        page.getByRole('button', { name: language, exact: true }).click(),
      ]);
      await buyDirectly(page, url, { phone: '08031234569', amount: language.length * 100 });
      await until(() => service.received.length > before, 'a message');
      expect(service.readBy(browser).at(-1)).toMatchObject({ title });
      // The worker itself writes the text of an unreadable message.
      await until(async () => {
        await deliver('no json');
        return (await notices()).some((notice) => notice.title === unreadable);
      }, unreadable);
    }
    expect(await off().count()).toBe(1);
  });

  it('opens the receipt, and never a path of another site', async () => {
    // Notifications are listed in no fixed order.
    const path = (await notices())
      .map(({ data }) => data.path)
      .find((opens) => opens.startsWith('/receipt/'));
    const evil = { title: 'Won', body: 'Look', tag: 'other', path: 'https://evil.test/receipt' };
    await show(JSON.stringify(evil), 'Won');
    await show('no json', 'Something happened in your wallet.');
    expect(await notices()).toHaveLength(3);
    const opened = (await (
      await worker()
    ).evaluate(`new Promise((resolve) => {
        const opened = [];
        self.clients.openWindow = async (path) => { if (opened.push(path) === 3) resolve(opened); };
        self.registration.getNotifications().then((all) => {
          for (const notification of all) self.dispatchEvent(new NotificationEvent('notificationclick', { notification }));
        });
      })`)) as string[];
    expect(opened.sort()).toEqual([path, '/thistory', '/thistory']);
  });

  it('notifies the next customer only after they turn it on', async () => {
    await page.goto(`${url}/logout`);
    await page.waitForURL('**/login');
    await logIn(page, url, 'affiliate@demo.test');
    await until(async () => (await kept()) === null, 'the end of the subscription');
    await page.goto(`${url}/settings`);
    await on().waitFor();
    await buyDirectly(page, url, { phone: '08031234568', amount: 100 });
    await on().click();
    await off().waitFor();
    await messageOf(await buyDirectly(page, url, { phone: '08031234569', amount: 100 }));
    await off().click();
    await on().waitFor();
    expect(await kept()).toBeNull();
  });

  it('says why the browser refuses notifications', async () => {
    await context.clearPermissions();
    await page.reload();
    await on().click();
    await page.getByText('Your browser does not allow notifications of this page.').waitFor();
    await card().or(page.getByText('Notifications to your devices')).first().waitFor();
  });
});
