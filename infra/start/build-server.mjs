// Bundles each process of the server, with its threads and its packages: a process then starts with few files.
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';

const root = path.resolve(import.meta.dirname, '../..');
const dist = path.join(root, 'dist');
const out = path.join(dist, 'app');

/** Each bundle by its name in dist/app, and the module that it starts with. */
const PROGRAMS = {
  standalone: 'services/standalone/main.js',
  api: 'services/api/main.js',
  worker: 'services/worker/main.js',
  projector: 'services/projector/main.js',
  sandbox: 'services/sandbox/main.js',
  ledger: 'services/cli/main.js',
};

/** Packages with a native module, and packages that open files of their own folder. */
const OUTSIDE = [
  'lmdb',
  'libsql',
  '@node-rs/argon2',
  'msgpackr-extract',
  'piscina',
  'pdfkit',
  'dejavu-fonts-ttf',
];

/** Optional peers that a package tries to load and does without. */
const ABSENT = [
  '@nestjs/microservices',
  '@nestjs/websockets',
  '@nestjs/platform-express',
  'class-transformer',
  'class-validator',
  '@fastify/multipart',
  '@fastify/static',
  '@fastify/view',
  '@aws-sdk/credential-providers',
  '@mongodb-js/zstd',
  'aws4',
  'gcp-metadata',
  'kerberos',
  'mongodb-client-encryption',
  'snappy',
  'socks',
];

const isExternal = (id) => [...OUTSIDE, ...ABSENT].some((name) => id === name || id.startsWith(`${name}/`));

/** Modules that run in a thread. A test's threads and those of the simulator run unbundled. */
const threads = ['services', 'infra', 'read-models']
  .flatMap((folder) =>
    readdirSync(path.join(dist, folder), { recursive: true }).map((name) => path.join(folder, name)),
  )
  .filter((name) => name.endsWith('.thread.js') && !/[/\\](testing|simulator)[/\\]/.test(name));

const THREAD_URL = /new URL\(\s*'[./\w-]*?([\w-]+\.thread)\.js',\s*import\.meta\.url\s*\)/g;

/**
 * Keeps `import.meta.url` what it is without a bundle, and leads to the bundle of a thread instead of its module.
 * No line moves, so the source map stays right.
 */
const ownUrls = {
  name: 'own-urls',
  transform(code, id) {
    if (!id.startsWith(dist + path.sep) || !code.includes('import.meta.url')) return undefined;
    const own = path.relative(out, id).split(path.sep).join('/');
    const parts = code.split(THREAD_URL).map((part, index) => {
      if (index % 2 === 0)
        return part.replaceAll('import.meta.url', `new URL(${JSON.stringify(own)}, import.meta.url).href`);
      if (!threads.some((thread) => path.basename(thread) === `${part}.js`))
        throw new Error(`${id} starts ${part}.js, which is no thread of the server`);
      return `new URL('./${part}.js', import.meta.url)`;
    });
    return { code: parts.join(''), map: null };
  },
};

const input = Object.fromEntries([
  ...Object.entries(PROGRAMS).map(([name, module]) => [name, path.join(dist, module)]),
  ...threads.map((thread) => [path.basename(thread, '.js'), path.join(dist, thread)]),
]);

rmSync(out, { recursive: true, force: true });
const bundle = await rolldown({
  input,
  cwd: root,
  platform: 'node',
  external: isExternal,
  plugins: [ownUrls],
  onLog(level, log, report) {
    // Packages that rely on `this` or on eval do so on purpose.
    if (log.code === 'EVAL' || log.code === 'COMMONJS_VARIABLE_IN_ESM') return;
    report(level, log);
  },
});
await bundle.write({
  dir: out,
  format: 'esm',
  sourcemap: true,
  keepNames: true,
  // Decorators need `reflect-metadata` before any module that has them.
  strictExecutionOrder: true,
  comments: false,
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
});
