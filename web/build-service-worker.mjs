// Builds the service worker after the app, whose manifest names the files to precache.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'vite';

const out = path.resolve(import.meta.dirname, '../dist/public');
const manifest = JSON.parse(readFileSync(path.join(out, '.vite/manifest.json'), 'utf8'));

/** Precached from the first visit; other pages work offline once visited. */
const OFFLINE_PAGES = [
  'index.html',
  'src/app/shell/shell.tsx',
  'src/api/offline-copies.ts',
  'src/customer/home/home-page.tsx',
  'src/customer/receipt/receipt-page.tsx',
  'src/customer/history/all-history-page.tsx',
  'src/customer/history/funding-history-page.tsx',
];

/** Chunk with its static imports and styles. */
function filesOf(names) {
  const seen = new Set();
  const visit = (name) => {
    if (seen.has(name)) return;
    if (!manifest[name]) throw new Error(`There is no chunk ${name}: is the page still lazy?`);
    seen.add(name);
    (manifest[name].imports ?? []).forEach(visit);
  };
  names.forEach(visit);
  return [...new Set([...seen].flatMap((name) => [manifest[name].file, ...(manifest[name].css ?? [])]))];
}

const named = filesOf(OFFLINE_PAGES).map((file) => ({ url: `/${file}`, revision: null }));
/** Files without a content hash in their name need a `revision`. */
const plain = ['color-scheme.js'].map((file) => ({
  url: `/${file}`,
  revision: createHash('sha256')
    .update(readFileSync(path.join(out, file)))
    .digest('base64url')
    .slice(0, 12),
}));

/** Must equal `UNREADABLE` in `notifications.ts`. */
const UNREADABLE = 'Something happened in your wallet.';
const catalogues = path.resolve(import.meta.dirname, 'src/languages');
const unreadableTexts = Object.fromEntries(
  readdirSync(catalogues)
    .filter((file) => file.endsWith('.json') && file !== 'texts.generated.json')
    .map((file) => {
      const text = JSON.parse(readFileSync(path.join(catalogues, file), 'utf8'))[UNREADABLE];
      if (!text) throw new Error(`${file} does not say: ${UNREADABLE}`);
      return [path.basename(file, '.json'), text];
    }),
);

await build({
  configFile: false,
  root: import.meta.dirname,
  logLevel: 'warn',
  publicDir: false,
  define: {
    START_FILE: JSON.stringify(manifest['index.html'].file),
    OFFLINE_FILES: JSON.stringify([...named, ...plain]),
    UNREADABLE_TEXTS: JSON.stringify(unreadableTexts),
    // Otherwise Workbox logs every decision.
    'process.env.NODE_ENV': '"production"',
  },
  build: {
    outDir: out,
    emptyOutDir: false,
    target: 'es2020',
    modulePreload: false,
    rolldownOptions: {
      input: path.join(import.meta.dirname, 'src/worker/service-worker.ts'),
      output: { format: 'iife', entryFileNames: 'service-worker.js' },
    },
  },
});
