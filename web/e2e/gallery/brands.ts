import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { freePort } from '../../../infra/testing/product.js';
import { startSmallSmtpServer } from '../../../infra/mail/testing/small-smtp-server.js';
import { until } from '../../../infra/testing/until.js';
import type { BrandFields } from '../../../services/brand/brand-fields.js';
import { type ColourAt, picture } from '../../../services/brand/logo/testing/pictures.js';
import { askServer } from '../../../services/cli/control-socket.js';
import { RECEIPT_PATH, STATEMENT_PATH } from '../../../services/contracts/history.contract.js';
import { send } from '../../../services/standalone/testing/callers.js';
import { faultsInBothThemes } from '../browser.js';
import { showProduct } from '../shown-product.js';
import { furnish } from './furnish.js';
import { WIDTHS } from './index-page.js';
import type { Examples, Shot } from './plan.js';
import { takePictures } from './take-pictures.js';

interface GalleryBrand {
  readonly fields: BrandFields;
  readonly logo: { readonly width: number; readonly height: number; readonly colourAt: ColourAt };
}

const CLEAR = [0, 0, 0, 0] as const;

const wideLogo: ColourAt = (x, y) => {
  if (Math.abs(Math.hypot(x - 80, y - 80) - 56) < 18) return [154, 52, 18];
  const bar = Math.floor((x - 170) / 100);
  const inBar = x >= 170 && (x - 170) % 100 < 72 && y > 24 + 14 * bar && y < 136;
  return inBar ? [28, 25, 23] : CLEAR;
};
/** Cannot be seen on white. */
const moon: ColourAt = (x, y) =>
  Math.hypot(x - 150, y - 150) < 130 && Math.hypot(x - 200, y - 110) > 105 ? [226, 232, 255] : CLEAR;

const BRANDS: Readonly<Record<string, GalleryBrand>> = {
  wide: {
    fields: {
      name: 'Kaduna Quick Pay',
      short_name: 'QuickPay',
      colour: '#9a3412',
      dark_colour: '#fdba74',
      headline: 'Top up in a tap, anywhere in Kaduna',
      lead: 'Airtime, data and light for you and for your shop, with a receipt for each.',
      hidden_tiles: ['flight-booking', 'movie-ticket'],
      support_email: 'help@quickpay.example',
      support_phone: '08031234567',
      whatsapp: '08031234567',
      address: '12 Ahmadu Bello Way, Kaduna',
      community_chat: '',
      api_documentation: '',
      sender: 'QuickPay help desk',
    },
    logo: { width: 640, height: 160, colourAt: wideLogo },
  },
  dark: {
    fields: {
      name: 'Nightjar',
      short_name: 'Nightjar',
      colour: '#1e1b4b',
      dark_colour: '#c7d2fe',
      headline: '',
      lead: '',
      hidden_tiles: [
        'airtime-to-cash',
        'card-printing',
        'movie-ticket',
        'flight-booking',
        'credit-score',
        'kyc-api',
      ],
      support_email: 'owls@nightjar.example',
      support_phone: '',
      whatsapp: '',
      address: '',
      community_chat: '',
      api_documentation: '',
      sender: '',
    },
    logo: { width: 300, height: 300, colourAt: moon },
  },
};

const PAGES: readonly Omit<Shot, 'look' | 'state'>[] = [
  { route: '/onset', viewer: 'nobody', address: () => '/onset' },
  { route: '/login', viewer: 'nobody', address: () => '/login' },
  { route: '/home', viewer: 'customer', address: () => '/home' },
  { route: '/receipt', viewer: 'customer', address: ({ delivered }) => `/receipt/${delivered}` },
];
const CUSTOMER = 'customer@demo.test';

/** @returns the faults */
export async function drawBrands(folder: string, say: (line: string) => void): Promise<string[]> {
  const smtp = await startSmallSmtpServer();
  const port = await freePort();
  const shown = await showProduct({
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    SMTP_URL: smtp.url,
    MAIL_FROM: 'wallet@example.test',
    SANDBOX_LATENCY_MS: '10',
  });
  const faults: string[] = [];
  try {
    const { page, dataDir } = shown;
    const { url } = shown.product;
    const examples = await furnish(shown);
    const stranger = await page.context().browser()!.newContext();
    for (const [look, { fields, logo }] of Object.entries(BRANDS)) {
      const { width, height, colourAt } = logo;
      const file = await picture(width, height, colourAt).png();
      await askServer(dataDir, 'brand', { fields }, say);
      await askServer(dataDir, 'logo', { file: file.toString('base64') }, say);
      for (const part of PAGES) {
        const context = part.viewer === 'nobody' ? stranger : page.context();
        const shot: Shot = { ...part, state: 'full', look };
        const fault = await takePictures(context, shot, { url, folder, examples });
        if (fault) faults.push(`${part.route} ${look}: ${fault}`);
        const examined = await context.newPage();
        await examined.goto(url + part.address(examples));
        await examined.locator('h1').first().waitFor();
        faults.push(...(await faultsInBothThemes(examined, `${part.route} ${look}`, ['phone', 'desktop'])));
        await examined.close();
      }
      await savePdfs(page, url, examples, (name, bytes) =>
        writeFileSync(join(folder, `${name}.${look}.pdf`), bytes),
      );
      const before = smtp.received.length;
      await send(`${url}/api/forgot-password/`, 'POST', { email: CUSTOMER });
      await until(() => smtp.received.length > before, 'a mail');
      const mail = smtp.received.at(-1)!.data;
      writeFileSync(join(folder, `mail.${look}.eml`), mail);
      // The content policy of our own pages drops the styles of the mail.
      await page.goto('about:blank');
      const logoSrc = `data:image/png;base64,${file.toString('base64')}`;
      await page.setContent(htmlPartOf(mail).replace(/(?<=<img src=")[^"]+/, logoSrc));
      for (const size of WIDTHS) {
        await page.setViewportSize({ width: size, height: 500 });
        await page.screenshot({ path: join(folder, `mail.${look}.${size}.jpg`), type: 'jpeg', quality: 75 });
      }
      say(`${look}: ${fields.name}`);
    }
  } finally {
    await shown.stop();
    await smtp.stop();
  }
  return faults;
}

async function savePdfs(
  page: Page,
  url: string,
  { delivered }: Examples,
  save: (name: string, bytes: Buffer) => void,
): Promise<void> {
  const today = new Date();
  const [from, to] = [-30, 1].map((days) =>
    new Date(today.getTime() + days * 86_400_000).toISOString().slice(0, 10),
  );
  for (const [name, path] of [
    ['receipt', `${RECEIPT_PATH}${delivered}.pdf`],
    ['statement', `${STATEMENT_PATH}pdf?from=${from}&to=${to}`],
  ] as const) {
    const answer = await page.request.get(url + path);
    if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}: ${await answer.text()}`);
    save(name, await answer.body());
  }
}

function htmlPartOf(mail: string): string {
  const [, html = ''] = /Content-Type: text\/html[^]*?\n\n([^]*?)\n--/.exec(mail) ?? [];
  const bytes = html
    .replaceAll(/=\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
