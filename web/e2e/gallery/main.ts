import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { logInAsAdministrator } from '../admin/administrator.js';
import { buyDirectly, chromiumPath, logIn, withoutChromium } from '../browser.js';
import { ERRANDS, payAndFollow } from '../shopping.js';
import { showProduct, type ShownProduct } from '../shown-product.js';
import { indexPage } from './index-page.js';
import { nameOf, planOf, type Examples } from './plan.js';
import { routesOf, sourcesOfApp, type Viewer } from './routes.js';
import { takePictures } from './take-pictures.js';

const USAGE = `npm run gallery -- [options]
  --only TEXT[,TEXT]  pages whose address holds one of these
  --state NAME        one state or look, by its name
  --viewer WHO        pages of nobody, of a customer or of an administrator
  --to FOLDER         default dist/gallery, which git does not know`;

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    state: { type: 'string' },
    viewer: { type: 'string' },
    help: { type: 'boolean' },
    to: { type: 'string', default: fileURLToPath(new URL('../../../../dist/gallery/', import.meta.url)) },
  },
});

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Numbers whose last digits decide how the purchase ends. */
const ENDINGS = { refunded: '08031230016', pending: '08031230300', review: '08031230400' };

/** A customer who has bought something of everything, and an administrator of the same browser. */
async function furnish({ page, product }: ShownProduct): Promise<Examples> {
  const { url } = product;
  await logIn(page, url);
  for (const phone of ['08051234567', '08031234567', '09091234567', ...Object.values(ENDINGS)])
    await buyDirectly(page, url, { phone, amount: 200 + Number(phone.slice(-3)) });
  const refunded = await buyDirectly(page, url, { phone: ENDINGS.refunded, amount: 900 });
  let delivered = '';
  for (const errand of ERRANDS) {
    await page.goto(url + errand.route);
    await errand.fill(page);
    const receipt = await payAndFollow(page, errand, '4826');
    if (errand.service === 'electricity') delivered = receipt.split('/').at(-1)!;
  }
  await logInAsAdministrator(page, url);
  await page.goto(`${url}/user-center`);
  const link = await page.locator('main a[href^="/user/"]').first().getAttribute('href');
  return { delivered, refunded, customerId: link!.split('/').at(-1)! };
}

async function draw(folder: string): Promise<void> {
  const parts = values.only?.split(',') ?? [''];
  const shots = planOf(routesOf(sourcesOfApp())).filter(
    ({ route, viewer, state, look }) =>
      [undefined, viewer].includes(values.viewer as Viewer | undefined) &&
      parts.some((part) => route.includes(part)) &&
      [undefined, look ?? state].includes(values.state),
  );
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const shown = await showProduct({ SANDBOX_LATENCY_MS: '10' }, { reducedMotion: 'reduce' });
  const faults = new Map<string, string>();
  try {
    const examples = await furnish(shown);
    const signedIn = shown.page.context();
    const stranger = await signedIn.browser()!.newContext({ reducedMotion: 'reduce' });
    for (const [index, shot] of shots.entries()) {
      const context = shot.viewer === 'nobody' ? stranger : signedIn;
      const fault = await takePictures(context, shot, { url: shown.product.url, folder, examples });
      if (fault) faults.set(nameOf(shot), fault);
      if (fault || index % 25 === 0) say(`${index + 1} of ${shots.length} ${nameOf(shot)} ${fault ?? ''}`);
      writeFileSync(join(folder, 'index.html'), indexPage(shots, faults));
    }
  } finally {
    await shown.stop();
  }
  say(`${shots.length} views, ${faults.size} with faults: ${join(folder, 'index.html')}`);
  if (faults.size > 0) process.exitCode = 1;
}

if (values.help) say(USAGE);
else if (!chromiumPath) {
  say(withoutChromium);
  process.exitCode = 1;
} else await draw(values.to);
