// Bundles each server process with its threads and packages, so that a start reads few files.
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { isExpected, isExternal } from './bundling.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const dist = path.join(root, 'dist');
const out = path.join(dist, 'app');

/** Bundle names in dist/app, with their entry modules. */
const PROGRAMS = {
  standalone: 'services/standalone/main.js',
  api: 'services/api/main.js',
  worker: 'services/worker/main.js',
  projector: 'services/projector/main.js',
  sandbox: 'services/sandbox/main.js',
  ledger: 'services/cli/main.js',
};

/** Modules that run in a thread or process of their own. Those of tests and the simulator run unbundled. */
const threads = ['services', 'infra', 'read-models']
  .flatMap((folder) =>
    readdirSync(path.join(dist, folder), { recursive: true }).map((name) => path.join(folder, name)),
  )
  .filter(
    (name) =>
      /\.(?:thread|process)\.js$/.test(name) &&
      !/[/\\](testing|simulator|bench|eventstoredb-fixture)[/\\]/.test(name),
  );

const THREAD_URL = /new URL\(\s*'[./\w-]*?([\w-]+\.(?:thread|process))\.js',\s*import\.meta\.url\s*\)/g;

/**
 * Keeps `import.meta.url` as without a bundle, and points thread URLs at thread bundles. No line moves, so the source
 * map stays right.
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
  onLog: (level, log, report) => isExpected(log) || report(level, log),
});
await bundle.write({
  dir: out,
  format: 'esm',
  sourcemap: true,
  keepNames: true,
  // Decorators need `reflect-metadata` loaded first.
  strictExecutionOrder: true,
  comments: false,
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
});
