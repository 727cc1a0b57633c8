import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromiumPath, withoutChromium } from '../browser.js';
import { drawBrands } from './brands.js';
import { showProduct } from '../shown-product.js';
import { furnish } from './furnish.js';
import { indexPage } from './index-page.js';
import { nameOf, planOf } from './plan.js';
import { routesOf, sourcesOfApp, type Viewer } from './routes.js';
import { takePictures } from './take-pictures.js';

const USAGE = `npm run gallery -- [options]
  --only TEXT[,TEXT]  pages whose address holds one of these
  --state NAME        one state or look, by its name
  --viewer WHO        pages of nobody, of a customer or of an administrator
  --brands            instead: landing, login, home, receipt, mail and PDFs under two brands
  --to FOLDER         default dist/gallery, which git does not know`;

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    state: { type: 'string' },
    viewer: { type: 'string' },
    brands: { type: 'boolean' },
    help: { type: 'boolean' },
    to: { type: 'string', default: fileURLToPath(new URL('../../../../dist/gallery/', import.meta.url)) },
  },
});

const say = (line: string): void => void process.stdout.write(`${line}\n`);

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
  const shown = await showProduct({ SANDBOX_LATENCY_MS: '10' });
  const faults = new Map<string, string>();
  try {
    const examples = await furnish(shown);
    const signedIn = shown.page.context();
    const stranger = await signedIn.browser()!.newContext();
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
} else if (values.brands) {
  rmSync(values.to, { recursive: true, force: true });
  mkdirSync(values.to, { recursive: true });
  const faults = await drawBrands(values.to, say);
  for (const fault of faults) say(fault);
  if (faults.length > 0) process.exitCode = 1;
} else await draw(values.to);
