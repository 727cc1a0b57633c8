import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StoredEvents } from './stored-events.js';

/**
 * Checks that the pages of `docs/reference` and the file `ENVIRONMENT_FILE` match the code. With `--write`,
 * writes these files instead. The check of the page `events` also fails when this version cannot read the
 * events of a release in `RELEASES`. With `--release`, adds this version to `RELEASES`.
 * Usage, from the root of the repository: `main.js [--write] [page…]`.
 */
const PAGES: Readonly<Record<string, () => Promise<string>>> = {
  settings: async () => (await import('./settings-page.js')).settingsPage(),
  'command-line': async () => (await import('./command-line-page.js')).commandLinePage(),
  errors: async () => (await import('./errors-page.js')).errorsPage(),
  events: async () => (await import('./events-page.js')).eventsPage(process.cwd()),
  acts: async () => (await import('./acts-page.js')).actsPage(),
  metrics: async () => (await import('./metrics-page.js')).metricsPage(),
  environment: async () => (await import('./environment-file.js')).environmentFile(),
};
const FOLDER = 'docs/reference';
const ENVIRONMENT_FILE = 'docs/operating/naira-ledger.env';
const RELEASES = 'services/standalone/testing/releases';

const EVENT_VERSIONS = 'services/ledger/event-versions.ts';

const args = process.argv.slice(2);
const isWanted = (name: string): boolean =>
  args.includes(name) || args.every((given) => given.startsWith('--'));

const write = args.includes('--write');
if (write) mkdirSync(FOLDER, { recursive: true });
for (const [name, make] of Object.entries(PAGES).filter(([name]) => isWanted(name))) {
  const path = name === 'environment' ? ENVIRONMENT_FILE : join(FOLDER, `${name}.md`);
  const page = await make();
  if (write) writeFileSync(path, page);
  else if (page !== textOf(path)) {
    process.stderr.write(`${path} differs from the code: run \`npm run docs:reference\`.\n`);
    process.exitCode = 1;
  }
}

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
if (isWanted('events')) {
  const { firstStoredBy } = await import('./stored-events.js');
  const releases = readdirSync(RELEASES).map((release) => ({ release, types: keptTypes(release) }));
  const text = firstStoredBy(releases, await eventsNow(), version);
  if (write) writeFileSync(EVENT_VERSIONS, text);
  else if (text !== textOf(EVENT_VERSIONS)) {
    process.stderr.write(`${EVENT_VERSIONS} differs from the code: run \`npm run docs:reference\`.\n`);
    process.exitCode = 1;
  }
}

if (args.includes('--release')) {
  mkdirSync(join(RELEASES, version), { recursive: true });
  writeFileSync(typesOf(version), `${JSON.stringify(await eventsNow(), null, 2)}\n`);
} else if (!write && isWanted('events')) {
  const { unreadable } = await import('./stored-events.js');
  const now = await eventsNow();
  for (const release of readdirSync(RELEASES)) {
    for (const reason of unreadable(keptTypes(release), now)) {
      process.stderr.write(`Events of release ${release} could not be read: ${reason}.\n`);
      process.exitCode = 1;
    }
  }
}

function typesOf(release: string): string {
  return join(RELEASES, release, 'events.json');
}

function keptTypes(release: string): StoredEvents {
  return JSON.parse(readFileSync(typesOf(release), 'utf8')) as StoredEvents;
}

async function eventsNow(): Promise<StoredEvents> {
  return (await import('./stored-events.js')).storedEvents(process.cwd());
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
