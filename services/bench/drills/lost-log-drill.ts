import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { freePort, ledger, ready, startProcess } from '../../../infra/testing/product.js';
import type { Running } from '../../../infra/testing/product.js';

export interface LostLogDrill {
  readonly dir: string;
  readonly tell: (line: string) => void;
}

export interface LostLogResult {
  readonly accepted: readonly string[];
  readonly refusals: ReadonlyMap<string, string>;
  readonly verified: string;
}

const LAST = 'with a log of 0 bytes';
const PASSWORD = 'Drill-pass-word-1';
const ADMIN = ['--first-name', 'Ada', '--last-name', 'Drill'];

const REASONS: readonly (readonly [what: string, parts: readonly string[]])[] = [
  ['without init', ['has no events: mount its volume', 'npm run ledger -- init']],
  ['the log of another ledger', ['is ledger ', ', but SECRETS_DIR ', ' belongs to ledger']],
  ['without the keys', ['secrets has no keys of its people', 'restore them']],
  ['', ['has no events, but SECRETS_DIR ', 'mount the volume of the log, or restore a backup']],
];

/** Refusals that do not say what to do. */
export const unclearIn = (refusals: ReadonlyMap<string, string>): readonly string[] =>
  [...refusals].flatMap(([what, refusal]) => {
    const [, parts = []] = REASONS.find(([kind]) => what.includes(kind)) ?? [];
    return parts.every((part) => refusal.includes(part)) ? [] : [what];
  });

/**
 * Removes the log in several ways, as if its volume were missing. Tries to start the server after each removal.
 */
export async function drillLostLog({ dir, tell }: LostLogDrill): Promise<LostLogResult> {
  const root = resolve(dir);
  if (existsSync(root) && readdirSync(root).length > 0) throw new Error(`${root} is not empty`);
  mkdirSync(root, { recursive: true });
  const dataDir = join(root, 'data');
  const settings: Readonly<Record<string, string>> = {
    NODE_ENV: 'production',
    DATA_DIR: dataDir,
    SECRETS_DIR: join(root, 'secrets'),
    PUBLIC_URL: 'https://wallet.example',
    SANDBOX: '1',
    MONNIFY_SECRET_KEY: 'a'.repeat(16),
    VTPASS_SECRET_KEY: 'b'.repeat(16),
    VTPASS_WEBHOOK_SECRET: 'c'.repeat(16),
    LOG_LEVEL: 'error',
  };
  const command = (args: readonly string[], input = ''): Promise<string> =>
    ledger(dataDir, args, settings, input);
  const createAdmin = (email: string): Promise<string> =>
    command(['create-admin', '--email', email, ...ADMIN], `${PASSWORD}\n`);
  const accepted: string[] = [];
  const refusals = new Map<string, string>();
  const mustRefuse = async (what: string, work: () => Promise<string>): Promise<void> => {
    try {
      await work();
      accepted.push(what);
      tell(`NOT refused: ${what}`);
    } catch (error) {
      const line = error instanceof Error ? error.message : String(error);
      refusals.set(what, line);
      tell(`refused: ${what}: ${line}`);
    }
  };
  const startMustRefuse = (what: string): Promise<void> =>
    mustRefuse(what, async () => {
      const running = await startServer(settings);
      try {
        await ready(running);
      } finally {
        await running.stop('SIGKILL');
      }
      return '';
    });

  await command(['make-secrets']);
  await startMustRefuse('a start without init');
  tell((await command(['init'])).trim());
  await createAdmin('ada@drill.test');
  let running = await startServer(settings);
  await ready(running);
  await running.stop('SIGKILL');

  const [events, aside] = [join(dataDir, 'events'), join(root, 'events-aside')];
  const losses: readonly [string, () => void][] = [
    ['without the folder of the log', () => undefined],
    ['with an empty folder of the log', () => mkdirSync(events)],
    [
      LAST,
      () => {
        mkdirSync(events);
        writeFileSync(join(events, 'events.mdb'), '');
      },
    ],
  ];
  for (const [loss, plant] of losses) {
    renameSync(events, aside);
    plant();
    await startMustRefuse(`a start ${loss}`);
    if (loss === LAST) {
      await mustRefuse(`init ${loss}`, () => command(['init']));
      await mustRefuse('create-admin', () => createAdmin('eve@drill.test'));
      await mustRefuse('a change of the catalogue', () => command(['catalog', 'network', '1', 'off']));
    }
    rmSync(events, { recursive: true, force: true });
    renameSync(aside, events);
  }
  const vault = join(root, 'secrets', 'vault');
  renameSync(vault, aside);
  await startMustRefuse('a start without the keys of people');
  rmSync(vault, { recursive: true, force: true });
  renameSync(aside, vault);

  const other = join(root, 'other');
  await ledger(other, ['init'], { ...settings, DATA_DIR: other, NODE_ENV: 'development', SECRETS_DIR: '' });
  renameSync(events, aside);
  renameSync(join(other, 'events'), events);
  await startMustRefuse('a start with the log of another ledger');
  rmSync(events, { recursive: true });
  renameSync(aside, events);

  running = await startServer(settings);
  await ready(running);
  await running.stop();
  const verified = await command(['verify']).catch(String);
  return { accepted, refusals, verified };
}

/** @throws Error with the output of a server that refuses to start */
async function startServer(settings: Readonly<Record<string, string>>): Promise<Running> {
  const port = String(await freePort());
  const running = startProcess('app/standalone.js', `http://127.0.0.1:${port}`, {
    ...settings,
    PORT: port,
    SANDBOX_PORT: String(await freePort()),
  });
  const ended = once(running.child, 'close').then(() => {
    throw new Error(running.output().trim());
  });
  // Prevent an unhandled rejection, because nothing awaits `ended` after this function returns.
  ended.catch(() => undefined);
  await Promise.race([ended, ready(running)]);
  return running;
}
