// `npm run check` runs every check uncached, `npm run check:quick` the cached or short ones. Two run at a time.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { delimiter, join } from 'node:path';
import { root } from './toolchain.mjs';

const AT_ONCE = Math.min(2, availableParallelism());
const SOURCES = 'services read-models infra web/src';
const RULES = 'infra/testing/import-rules';
/** The native compiler and the linter would start as many threads as there are processors, twice. */
const THREADS = Math.max(1, Math.floor(availableParallelism() / AT_ONCE));
const TSC = `node node_modules/typescript-native/bin/tsc --checkers ${THREADS}`;
const TYPESCRIPT = 'node --no-warnings --import ./infra/start/load-typescript.mjs';

/** Long checks come first. A check with `after` waits until that one has passed. */
const ALL = [
  { name: 'build', command: 'node infra/start/run.cjs build' },
  { name: 'format', command: 'prettier --check --log-level warn .' },
  { name: 'lint', command: 'oxlint' },
  { name: 'types: server', command: `${TSC} -p . --incremental false` },
  { name: 'patterns', command: 'node infra/testing/patterns/check.mjs', after: 'build' },
  { name: 'dead code', command: 'knip' },
  { name: 'types: web', command: `${TSC} -p web --incremental false` },
  { name: 'imports', command: `depcruise --config .dependency-cruiser.cjs ${SOURCES}` },
  { name: 'words', command: 'node infra/testing/words/check.mjs' },
  { name: 'lint rules fire', command: 'node infra/testing/lint-rules/planted.mjs' },
  { name: 'import rules fire', command: `node ${RULES}/planted.mjs` },
  { name: 'texts', command: 'node web/texts.mjs' },
  { name: 'rooms', command: `node ${RULES}/rooms.mjs` },
  { name: 'reference', command: 'node dist/services/cli/reference/main.js', after: 'build' },
  { name: 'budget', command: 'node web/budget.mjs', after: 'build' },
];
const QUICK = [
  {
    name: 'reference: settings',
    command: `${TYPESCRIPT} services/cli/reference/main.ts settings environment`,
  },
  { name: 'texts', command: 'node web/texts.mjs' },
  { name: 'lint', command: 'oxlint' },
  { name: 'types: server', command: `${TSC} -p .` },
  { name: 'types: web', command: `${TSC} -p web` },
  { name: 'words', command: 'node infra/testing/words/check.mjs' },
  {
    name: 'format',
    command: 'prettier --check --log-level warn --cache --cache-strategy content .',
  },
  { name: 'rooms', command: `node ${RULES}/rooms.mjs` },
];

const env = {
  ...process.env,
  PATH: [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
  GOMAXPROCS: String(THREADS),
};

/** Runs one check and prints its seconds, and its output on failure. Resolves to true when it passed. */
function run({ name, command }) {
  const started = performance.now();
  const child = spawn(command, { cwd: root, shell: true, env });
  const output = [];
  child.stdout.on('data', (chunk) => output.push(chunk));
  child.stderr.on('data', (chunk) => output.push(chunk));
  return new Promise((resolve) => {
    child.on('close', (status) => {
      const seconds = ((performance.now() - started) / 1000).toFixed(1).padStart(6);
      process.stdout.write(`${seconds} s  ${name}${status === 0 ? '' : `  FAILED: ${command}`}\n`);
      if (status !== 0) process.stdout.write(`${Buffer.concat(output).toString()}\n`);
      resolve(status === 0);
    });
  });
}

/** Runs all checks, `AT_ONCE` at a time. Resolves to the names of checks that failed or waited for a failed one. */
async function runAll(checks) {
  const waiting = [...checks];
  const passed = new Set();
  const running = new Set();
  const start = (check) => {
    waiting.splice(waiting.indexOf(check), 1);
    const ended = run(check).then((well) => {
      running.delete(ended);
      if (well) passed.add(check.name);
    });
    running.add(ended);
  };
  for (;;) {
    const ready = waiting.find(({ after }) => after === undefined || passed.has(after));
    if (ready && running.size < AT_ONCE) start(ready);
    else if (running.size > 0) await Promise.race(running);
    else break;
  }
  return checks.map(({ name }) => name).filter((name) => !passed.has(name));
}

const failed = await runAll(process.argv[2] === 'quick' ? QUICK : ALL);
const total = `${(performance.now() / 1000).toFixed(1).padStart(6)} s  in all`;
process.stdout.write(failed.length > 0 ? `${total}; failed: ${failed.join(', ')}\n` : `${total}\n`);
process.exitCode = failed.length > 0 ? 1 : 0;
