import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Pages of `docs/reference`, made from the code: `main.js [--write] [page…]`, from the root of the repository. Without
 * `--write` it fails when a page differs. Each page imports its code when it is made: `settings` alone loads little.
 */
const PAGES: Readonly<Record<string, () => Promise<string>>> = {
  settings: async () => (await import('./settings-page.js')).settingsPage(),
  'command-line': async () => (await import('./command-line-page.js')).commandLinePage(),
  errors: async () => (await import('./errors-page.js')).errorsPage(),
  events: async () => (await import('./events-page.js')).eventsPage(process.cwd()),
  metrics: async () => (await import('./metrics-page.js')).metricsPage(),
};
const FOLDER = 'docs/reference';

const args = process.argv.slice(2);
const isWanted = (name: string): boolean =>
  args.includes(name) || args.every((given) => given.startsWith('--'));

const write = args.includes('--write');
if (write) mkdirSync(FOLDER, { recursive: true });
for (const [name, make] of Object.entries(PAGES).filter(([name]) => isWanted(name))) {
  const path = join(FOLDER, `${name}.md`);
  const page = await make();
  if (write) writeFileSync(path, page);
  else if (page !== textOf(path)) {
    process.stderr.write(`${path} differs from the code: run \`npm run docs:reference\`.\n`);
    process.exitCode = 1;
  }
}

/** Text of the file; empty when there is no such file. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
