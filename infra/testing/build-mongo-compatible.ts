import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { PATIENCE_MS } from './until.js';

const run = promisify(execFile);
const SOURCES = [
  'go.mod',
  'go.sum',
  'main.go',
  'one-at-a-time.go',
  'index-by-id.go',
  'pretend-replica-set.go',
  'no-traces/go.mod',
  'no-traces/exporter.go',
];
/** Leaves out what the tests do not use, such as PostgreSQL, C and debugging, which takes a third of the build. */
const BUILD = ['build', '-tags', 'ferretdb_no_postgresql', '-gcflags=all=-dwarf=false', '-ldflags=-s -w'];
/** The first `go build` downloads all dependencies. */
const BUILD_TIMEOUT_MS = 600_000;

const root = fileURLToPath(new URL('../../../', import.meta.url));
const sources = join(root, 'infra', 'testing', 'mongo-compatible');

export type BuiltProgram = { readonly program: string } | { readonly missing: string };

/** Builds once per digest of `BUILD` and `SOURCES`. */
export async function buildMongoCompatible(): Promise<BuiltProgram> {
  const digest = createHash('sha256').update(BUILD.join('\0'));
  for (const file of SOURCES) digest.update(readFileSync(join(sources, file))).update('\0');
  const folder = cacheFolder();
  const program = join(folder, `mongo-compatible-${digest.digest('hex').slice(0, 16)}`);
  if (existsSync(program)) return { program };
  try {
    await run('go', ['version'], { timeout: PATIENCE_MS });
  } catch {
    return {
      missing:
        'MONGODB_URL is not set, Docker does not answer, and without Go no server that speaks its protocol can be built',
    };
  }
  return alone(`${program}.lock`, async () => (existsSync(program) ? { program } : build(program)));
}

async function build(program: string): Promise<BuiltProgram> {
  const fresh = `${program}.${process.pid}`;
  try {
    const env = { ...process.env, CGO_ENABLED: '0' };
    await run('go', [...BUILD, '-o', fresh, '.'], { cwd: sources, timeout: BUILD_TIMEOUT_MS, env });
    renameSync(fresh, program);
    return { program };
  } catch (error) {
    rmSync(fresh, { force: true });
    const { stderr } = error as { readonly stderr?: string };
    const why = (stderr ?? String(error)).trim().split('\n').slice(-2).join(' ');
    return { missing: `the MongoDB-compatible server could not be built: ${why}` };
  }
}

function cacheFolder(): string {
  for (const folder of [
    join(root, 'node_modules', '.cache', 'naira-ledger'),
    join(tmpdir(), 'naira-ledger-cache'),
  ])
    try {
      mkdirSync(folder, { recursive: true });
      return folder;
    } catch {
      // `node_modules` may lie on a read-only disk.
    }
  return tmpdir();
}

/**
 * Test files run in parallel: one builds, the others wait. A lock older than `BUILD_TIMEOUT_MS` belongs to a dead
 * process.
 */
async function alone<T>(lock: string, work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      mkdirSync(lock);
      break;
    } catch {
      const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
      if (age > BUILD_TIMEOUT_MS) rmSync(lock, { recursive: true, force: true });
      await sleep(200);
    }
  }
  try {
    return await work();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}
