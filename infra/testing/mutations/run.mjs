// Applies mutations one by one and reports whether their suites fail:
// `node infra/testing/mutations/run.mjs [--only m01,m02] [--out file.json] [--limit-s 300]`.
// Mutates the checkout it runs in: build first, and change nothing else meanwhile.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..', '..', '..');
const WEB = 'web/src/';
/** `run.cjs build` compares their times to decide whether to build again. */
const WEB_STAMPS = ['.public-built', '.component tests-built'];
const SERVER_STAMPS = ['.bundles-built'];
/** Bundles the processes that end-to-end suites start; older commits lack it. */
const BUNDLER = 'infra/start/build-server.mjs';
const KILL_AFTER_MS = 5_000;

/** Reverts the applied mutation, if any. */
let undo = () => {};
let child;
/** True while output of `run.cjs build` contains a mutation. */
let isBuildMutated = false;

/** Resolves to exit code and output. Code `hang`: ended after `limitMs`. */
function run(args, { env, limitMs }) {
  return new Promise((resolve) => {
    // A process group of its own lets `signal` kill a hanging suite with all its children.
    child = spawn(process.execPath, args, { cwd: root, env, detached: true });
    const { pid } = child;
    const output = [];
    child.stdout.on('data', (part) => output.push(part));
    child.stderr.on('data', (part) => output.push(part));
    let isLate = false;
    const late = setTimeout(() => {
      isLate = true;
      signal(pid, 'SIGTERM');
      setTimeout(() => signal(pid, 'SIGKILL'), KILL_AFTER_MS).unref();
    }, limitMs);
    child.on('close', (code) => {
      clearTimeout(late);
      child = undefined;
      resolve({ code: isLate ? 'hang' : code, output: Buffer.concat(output).toString() });
    });
  });
}

function signal(pid, name) {
  try {
    process.kill(-pid, name);
  } catch {
    // Already ended.
  }
}

const buildEnv = () => {
  const { NODE_ENV: _, ...env } = process.env;
  return env;
};

/** Index of the line equal to `before` that is nearest to `line`. */
function findLine(lines, { before, line }) {
  const equal = lines.flatMap((text, index) => (text === before ? [index] : []));
  const byDistance = (one, other) => Math.abs(one - line + 1) - Math.abs(other - line + 1);
  return equal.sort(byDistance)[0];
}

/** Returns a function that restores files with their times. Unchanged times avoid a rebuild. */
function keep(paths) {
  const kept = paths
    .filter((path) => existsSync(path))
    .map((path) => ({ path, bytes: readFileSync(path), stat: statSync(path) }));
  return () => {
    for (const { path, bytes, stat } of kept) {
      writeFileSync(path, bytes);
      utimesSync(path, stat.atime, stat.mtime);
    }
  };
}

/** Writes the mutation into the source; false when its `before` line is gone. */
function apply(mutation) {
  const source = join(root, mutation.file);
  if (!existsSync(source)) return false;
  const lines = readFileSync(source, 'utf8').split('\n');
  const index = findLine(lines, mutation);
  if (index === undefined) return false;
  const isWeb = mutation.file.startsWith(WEB);
  const built = join(root, 'dist', mutation.file.replace(/\.ts$/, '.js'));
  const restore = keep(isWeb ? [source] : [source, built, `${built}.map`]);
  undo = () => {
    restore();
    if (isBuildMutated)
      for (const stamp of isWeb ? WEB_STAMPS : SERVER_STAMPS)
        rmSync(join(root, 'dist', stamp), { force: true });
    undo = () => {};
  };
  lines[index] = mutation.after;
  writeFileSync(source, lines.join('\n'));
  return true;
}

const buildAll = (limitMs) => run(['infra/start/run.cjs', 'build'], { env: buildEnv(), limitMs });

async function compile({ file, suites }, limitMs) {
  if (file.startsWith(WEB)) {
    isBuildMutated = true;
    return buildAll(limitMs);
  }
  const options = { env: buildEnv(), limitMs };
  const swc = ['node_modules/@swc/cli/bin/swc.js', file, '-d', 'dist', '--quiet'];
  const compiled = await run(swc, options);
  const isBundled = existsSync(join(root, BUNDLER)) && suites.some((suite) => suite.includes('.e2e.'));
  // Rebuilds bundles that still contain the previous mutation, too.
  if (compiled.code !== 0 || !(isBundled || isBuildMutated)) return compiled;
  isBuildMutated = true;
  return run([BUNDLER], options);
}

const builtSuite = (suite) => join('dist', suite.replace(/\.tsx?$/, '.js'));

function test(suites, limitMs, flags) {
  const jest = ['--experimental-vm-modules', '--no-warnings', 'node_modules/jest/bin/jest.js'];
  return run([...jest, ...flags, '--runTestsByPath', ...suites.map(builtSuite)], {
    env: { ...process.env, NODE_ENV: 'test' },
    limitMs,
  });
}

/**
 * Tries one mutation. Results: `red` (a suite failed), `hang` (ended by `limitMs`), `green` (no suite noticed), or
 * `gone`, `no suites`, `no build` when it could not run.
 */
export async function tryMutation(mutation, { limitMs = 300_000, flags = ['--bail'] } = {}) {
  const suites = mutation.suites.filter((suite) => existsSync(join(root, builtSuite(suite))));
  if (suites.length === 0) return { result: 'no suites', failed: [], output: '' };
  const end = Date.now() + limitMs;
  try {
    if (!apply(mutation)) return { result: 'gone', failed: [], output: '' };
    const build = await compile(mutation, limitMs);
    if (build.code !== 0) return { result: 'no build', failed: [], output: build.output };
    const { code, output } = await test(suites, Math.max(1, end - Date.now()), flags);
    const failed = [
      ...new Set([...output.matchAll(/^FAIL dist\/(\S+)\.js/gm)].map(([, path]) => `${path}.ts`)),
    ];
    return { result: code === 'hang' ? 'hang' : code === 0 ? 'green' : 'red', failed, output };
  } finally {
    undo();
  }
}

/** Rebuilds without mutations. */
export async function restoreBuild() {
  if (isBuildMutated) await buildAll(600_000);
  isBuildMutated = false;
}

for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(name, () => {
    if (child) signal(child.pid, 'SIGKILL');
    undo();
    process.exit(1);
  });
process.on('exit', () => undo());

async function main() {
  const { values } = parseArgs({
    options: { only: { type: 'string' }, out: { type: 'string' }, 'limit-s': { type: 'string' } },
  });
  const all = JSON.parse(readFileSync(join(here, 'mutations.json'), 'utf8'));
  const wanted = values.only?.split(',');
  const chosen = all.filter(({ id }) => wanted?.includes(id) ?? true);
  const limitMs = Number(values['limit-s'] ?? 300) * 1_000;
  const results = [];
  for (const mutation of chosen) {
    const started = Date.now();
    const { result, failed } = await tryMutation(mutation, { limitMs });
    const seconds = Math.round((Date.now() - started) / 1_000);
    results.push({ id: mutation.id, result, failed, seconds });
    const { id, file, line, kind } = mutation;
    const noticed = (mutation.suitesAfter ?? mutation.suitesBefore) !== 'green';
    const isWeaker = noticed && result !== 'red' && result !== 'hang';
    process.stdout.write(
      `${id} ${result}${isWeaker ? ' (was red)' : ''} ${seconds}s ${file}:${line} ${kind} ${failed.join(' ')}\n`,
    );
    if (values.out) writeFileSync(values.out, `${JSON.stringify(results, null, 2)}\n`);
  }
  await restoreBuild();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
