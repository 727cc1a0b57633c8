// Builds the receipt verifier twice from one source: as a page of the server, and as a single file that works
// offline.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'vite';

const source = path.join(import.meta.dirname, 'src/auditor/verifier');
const out = path.resolve(import.meta.dirname, '../dist/public/verifier');

const built = await build({
  configFile: false,
  root: import.meta.dirname,
  logLevel: 'warn',
  publicDir: false,
  build: {
    write: false,
    target: 'es2022',
    modulePreload: false,
    rolldownOptions: {
      input: path.join(source, 'main.ts'),
      output: { format: 'iife' },
      treeshake: { moduleSideEffects: [{ test: /services.contracts/, sideEffects: false }] },
    },
  },
});
const chunks = [built].flat().flatMap(({ output }) => output);
const code = chunks.find(({ type }) => type === 'chunk').code.trim();
const styles = readFileSync(path.join(source, 'verifier.css'), 'utf8').trim();
const page = readFileSync(path.join(source, 'verifier.html'), 'utf8');

/** Function replacers, because `$` in code has a meaning in replacement strings. */
const filled = (style, script, link = '') =>
  page
    .replace('<!-- styles -->', () => style)
    .replace('<!-- script -->', () => script)
    .replace('<!-- link -->', () => link);

// An inline script must not contain its own closing tag.
if (/<\/script|<!--/i.test(code)) throw new Error('the script of the verifier cannot stand inside a page');
mkdirSync(out, { recursive: true });
writeFileSync(path.join(out, 'page.js'), `${code}\n`);
writeFileSync(path.join(out, 'page.css'), `${styles}\n`);
writeFileSync(
  path.join(out, 'page.html'),
  filled(
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml" />\n    <link rel="stylesheet" href="/verifier/page.css" />',
    '<script src="/verifier/page.js"></script>',
    '<p><a href="/verifier/offline.html" download="naira-ledger-verifier.html">Keep this page as a file that works without a network</a></p>',
  ),
);
writeFileSync(
  path.join(out, 'offline.html'),
  filled(
    `<link rel="icon" href="data:," />\n    <style>\n${styles}\n    </style>`,
    `<script>\n${code}\n    </script>`,
  ),
);
