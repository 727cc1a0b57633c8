import { unfitForProduction } from '../../runtime/production-settings.js';
import { Settings } from '../../runtime/config.js';
import { describeSetting, SANDBOX_GROUP, settingGroups, STORES_GROUP } from './settings-page.js';

const INTRO = `# Settings of one machine in production: docs/operating/one-machine.md
# Generated from the code. To change it: npm run docs:reference
# Fill in the lines that begin with a name. A value with spaces or # stands in double quotes.`;

const LEFT_OUT: ReadonlySet<string> = new Set([SANDBOX_GROUP, STORES_GROUP]);

const ONE_MACHINE: ReadonlyMap<string, string> = new Map([
  ['NODE_ENV', 'production'],
  ['DATA_DIR', '/var/lib/naira-ledger/data'],
  ['SECRETS_DIR', '/var/lib/naira-ledger/keys'],
  ['HEALTH_PORT', '9000'],
  ['TRUST_PROXY', '1'],
  ['VENDORS_FILE', '/etc/naira-ledger/vendors.json'],
  ['SEAL_PUBLISH', '/mnt/elsewhere/seals.jsonl'],
]);

export function environmentFile(): string {
  const production = Settings.parse({ NODE_ENV: 'production' });
  const required = new Set(unfitForProduction(production).map((line) => line.slice(0, line.indexOf(':'))));
  const groups = settingGroups().filter(([title]) => !LEFT_OUT.has(title));
  const lines = groups.flatMap(([title, names]) => [
    '',
    `# ${title}`,
    ...names.toSorted().flatMap((name) => {
      const { usual, meaning } = describeSetting(name);
      const value = ONE_MACHINE.get(name) ?? (required.has(name) ? '' : undefined);
      return ['', `# ${meaning}`, value === undefined ? `#${name}=${quoted(usual)}` : `${name}=${value}`];
    }),
  ]);
  return `${[INTRO, ...lines].join('\n')}\n`;
}

const quoted = (value: string): string => (/[\s#"]/.test(value) ? JSON.stringify(value) : value);
