import { readFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import react from '@vitejs/plugin-react';
import { pageBrandOf } from '../services/contracts/brand/page-brand.js';
import { DEFAULT_BRAND } from '../services/contracts/brand/default-brand.js';
import { defineConfig, loadEnv, type Plugin } from 'vite';

const COMPRESSIBLE = /\.(js|css|svg)$/;

/** Writes compressed files (.br and .gz) at build time, so that the server never has to compress a file. */
function compressAssets(): Plugin {
  return {
    name: 'compress-assets',
    apply: 'build',
    async writeBundle({ dir }) {
      if (!dir) return;
      const files = await readdir(dir, { recursive: true });
      await Promise.all(
        files.filter((file) => COMPRESSIBLE.test(file)).map((file) => compress(path.join(dir, file))),
      );
    },
  };
}

async function compress(file: string): Promise<void> {
  const bytes = await readFile(file);
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    promisify(gzip)(bytes, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
}

const CATALOGUE = 'virtual:catalogue/';

/** Compiles the translations at build time, so that browsers need no parser for ICU MessageFormat. */
function catalogues(): Plugin {
  return {
    name: 'catalogues',
    resolveId: (id) => (id.startsWith(CATALOGUE) ? `\0${id}` : undefined),
    async load(id) {
      if (!id.startsWith(`\0${CATALOGUE}`)) return undefined;
      const file = path.join(import.meta.dirname, 'src/languages', `${id.slice(CATALOGUE.length + 1)}.json`);
      this.addWatchFile(file);
      const texts = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>;
      const compiled = Object.fromEntries(
        Object.entries(texts).map(([key, text]) => [key, compileMessage(text)]),
      );
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(compiled))});`;
    },
  };
}

/** Writes the default brand into the page of the development server. In production, the server writes the brand. */
const defaultBrand = (): Plugin => ({
  name: 'default-brand',
  apply: 'serve',
  transformIndexHtml: (html) =>
    html
      .replaceAll('__BRAND_NAME__', DEFAULT_BRAND.name)
      .replaceAll('__BRAND_COLOUR__', DEFAULT_BRAND.colour)
      .replaceAll('__BRAND__', JSON.stringify(pageBrandOf(DEFAULT_BRAND, [])).replaceAll('"', '&quot;')),
});

/** Path of the production build of `react-router`. By default, the package exports its development build. */
const ROUTER = path.resolve(import.meta.dirname, '../node_modules/react-router/dist/production');

const PACKAGE = path.join(import.meta.dirname, '../package.json');
const { version: VERSION } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string };

export default defineConfig(({ mode }) => {
  const settings = loadEnv(mode, import.meta.dirname, 'API_');
  return {
    root: import.meta.dirname,
    define: { __VERSION__: JSON.stringify(VERSION) },
    plugins: [react(), catalogues(), defaultBrand(), compressAssets()],
    resolve:
      mode === 'production'
        ? {
            alias: [
              { find: /^react-router$/, replacement: `${ROUTER}/index.mjs` },
              { find: /^react-router\/dom$/, replacement: `${ROUTER}/dom-export.mjs` },
            ],
          }
        : {},
    // Placeholder that the server replaces by a new nonce in every page.
    html: { cspNonce: '__CSP_NONCE__' },
    build: {
      outDir: '../dist/public',
      emptyOutDir: true,
      target: 'es2020',
      manifest: true,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        output: {
          // Code that all forms, all signed-in pages or all purchase forms share.
          codeSplitting: {
            groups: [
              { name: 'written-dates', test: /services[\\/]contracts[\\/]fields[\\/]written-dates\./ },
              // Only the form for SMS needs this code, but every page needs the phone parser that it imports.
              {
                name: 'sms-text',
                test: /services[\\/]contracts[\\/]fields[\\/]sms-text\./,
                includeDependenciesRecursively: false,
              },
              { name: 'start', tags: ['$initial'] },
              {
                name: 'asking',
                test: /web[\\/]src[\\/](domain[\\/](phone|pin-field)|ui[\\/]form[\\/](otp-field|busy-button|password-field)|ui[\\/]feedback[\\/]toast|api[\\/](use-send|user-data\.api|catalog\.api)|app[\\/]sign-out|ui[\\/]format)\./,
              },
              {
                name: 'page',
                test: /web[\\/]src[\\/](domain[\\/](buyer|balance|brands[\\/]network)|ui[\\/](layout[\\/](page|sheet)|form[\\/](?!required-text)[a-z-]+)|api[\\/]transactions\.api)\.|fields[\\/]written-numbers\./,
              },
              // Code that the home page, the receipts and the pictures on the landing page share.
              {
                name: 'screens',
                test: /web[\\/]src[\\/]domain[\\/](wallet|receipt|drawn-pin|brands[\\/]service-grid)[\\/.]/,
              },
              {
                name: 'signed-in',
                test: /web[\\/]src[\\/](app[\\/]shell[\\/](menu|shell-frame|connection-notice)|live[\\/])/,
              },
              {
                name: 'buying',
                test: /web[\\/]src[\\/]products[\\/]purchase[\\/](?!confirm[\\/]passkey-button|fields[\\/]contact-button|order-pane|last-purchases|recent-recipients|recipient-name|unfinished-purchase)/,
              },
            ],
          },
          // Use seven characters of the hash, because every page begins with a list of all file names.
          chunkFileNames: 'assets/[name]-[hash:7].js',
          assetFileNames: 'assets/[name]-[hash:7][extname]',
        },
        // Drop contract code that the web app never uses, such as zod shapes.
        treeshake: { moduleSideEffects: [{ test: /services.contracts/, sideEffects: false }] },
      },
      chunkSizeWarningLimit: 600,
      assetsInlineLimit: 0,
    },
    server: {
      host: '127.0.0.1',
      proxy: Object.fromEntries(
        ['/api', '/services', '/banking', '/settings/', '/openapi.json'].map((path) => [
          path,
          settings['API_URL'] ?? 'http://127.0.0.1:3000',
        ]),
      ),
    },
  };
});
