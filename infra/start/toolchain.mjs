// Runs before anything is installed or built: Node's own modules only.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** Ends the process with one line that says what to do. */
export function fail(line) {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

const modified = (path) => (existsSync(path) ? statSync(path).mtimeMs : 0);

function newest(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return readdirSync(path).reduce((latest, name) => Math.max(latest, newest(join(path, name))), stat.mtimeMs);
}

function run(what, command, args, options = {}) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32' && command === 'npm',
    ...options,
  });
  if (status === 0) return;
  process.stderr.write(`${stdout ?? ''}${stderr ?? ''}`);
  fail(`${what} failed: see the lines above.`);
}

/** Installs the lockfile's packages when `node_modules` is missing or older. */
export function install() {
  if (modified(join(root, 'node_modules/.package-lock.json')) >= modified(join(root, 'package-lock.json')))
    return;
  process.stdout.write('Installing packages…\n');
  // With NODE_ENV=production npm would omit build tools.
  run('npm ci', 'npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']);
}

export const SERVER_SOURCES = ['services', 'read-models', 'infra'];
/** Node arguments that compile the server and its tests into dist. */
export const COMPILE = [
  'node_modules/@swc/cli/bin/swc.js',
  ...SERVER_SOURCES,
  'web/e2e',
  '-d',
  'dist',
  '--copy-files',
  '--quiet',
];

const PARTS = {
  server: {
    sources: [...SERVER_SOURCES, 'web/e2e', '.swcrc', 'package-lock.json'],
    build() {
      for (const folder of ['services', 'read-models', 'infra', 'web/e2e'])
        rmSync(join(root, 'dist', folder), { recursive: true, force: true });
      run('The build of the server', process.execPath, COMPILE);
    },
  },
  bundles: {
    sources: [...SERVER_SOURCES, '.swcrc', 'package-lock.json'],
    build() {
      run('The bundling of the server', process.execPath, ['infra/start/build-server.mjs']);
    },
  },
  'verifier of packs': {
    sources: [...SERVER_SOURCES, 'package-lock.json'],
    build() {
      run('The build of the verifier of packs', process.execPath, ['infra/start/build-pack-verifier.mjs']);
    },
  },
  'packages of tests': {
    sources: ['infra/start/build-test-packages.mjs', 'infra/start/bundling.mjs', 'package-lock.json'],
    result: 'dist/packages/packages.json',
    forTests: true,
    build() {
      run('The build of the packages of tests', process.execPath, ['infra/start/build-test-packages.mjs']);
    },
  },
  'component tests': {
    sources: [
      'web/src',
      'web/e2e/user-side-rows.ts',
      'web/vite.config.ts',
      'web/build-component-tests.mjs',
      'services/contracts',
      'package-lock.json',
    ],
    build() {
      run('The build of the component tests', process.execPath, ['web/build-component-tests.mjs']);
    },
  },
  public: {
    sources: [
      'web/src',
      'web/public',
      'web/index.html',
      'web/vite.config.ts',
      'web/build-verifier.mjs',
      'web/build-service-worker.mjs',
      'services/contracts',
      'package.json',
      'package-lock.json',
    ],
    build() {
      run('The build of the web', process.execPath, [
        'node_modules/vite/bin/vite.js',
        'build',
        'web',
        '--logLevel',
        'warn',
      ]);
      run('The build of the verifier', process.execPath, ['web/build-verifier.mjs']);
      run('The build of the service worker', process.execPath, ['web/build-service-worker.mjs']);
    },
  },
};

/** Builds the parts whose sources are newer than their last build, or whose `result` is missing. */
export function build({ forTests = false } = {}) {
  for (const [name, part] of Object.entries(PARTS)) {
    if (part.forTests && !forTests) continue;
    const stamp = join(root, 'dist', `.${name}-built`);
    const sources = part.sources.map((path) => join(root, path)).filter((path) => existsSync(path));
    const latest = Math.max(...sources.map(newest));
    const complete = part.result === undefined || existsSync(join(root, part.result));
    if (complete && modified(stamp) >= latest) continue;
    process.stdout.write(`Building the ${name === 'public' ? 'web' : name}…\n`);
    const started = new Date();
    part.build();
    mkdirSync(dirname(stamp), { recursive: true });
    writeFileSync(stamp, `${started.toISOString()}\n`);
  }
}
