// Bundles the web tests for jest: `.spec.tsx` files get a DOM, `.spec.ts` files do not. All DOM tests share
// two files, libraries and web, because jest loads single modules slowly.
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { build, loadConfigFromFile } from 'vite';

const web = import.meta.dirname;
const out = path.resolve(web, '../dist/web/src');

const { config } = await loadConfigFromFile(
  { command: 'build', mode: 'production' },
  path.join(web, 'vite.config.ts'),
);
const catalogues = config.plugins.flat().filter((plugin) => plugin.name === 'catalogues');

/** `act` needs React's development build. Everything else uses the faster production build. */
const forPeople = {
  name: 'for-people',
  transform: (code, id) =>
    id.includes('node_modules') && !/node_modules[\\/](react|react-dom|scheduler)[\\/]/.test(id)
      ? { code: code.replaceAll('process.env.NODE_ENV', '"production"'), map: null }
      : undefined,
};

/** React records a stack for each element, which takes a tenth of the time of these tests. */
const withoutOwnerStacks = {
  name: 'without-owner-stacks',
  transform: (code) => {
    const without = code.replaceAll('1e4 > ReactSharedInternals.recentlyCreatedOwnerStacks++', 'false');
    return without === code ? undefined : { code: without, map: null };
  },
};

/** Tests with this ending, by source path. */
const entriesOf = (ending) =>
  Object.fromEntries(
    readdirSync(path.join(web, 'src'), { recursive: true })
      .filter((file) => file.endsWith(ending))
      .map((file) => [file.replace(/\.tsx?$/, ''), path.join(web, 'src', file)]),
  );

/** Drops compile-time tests, which leave empty files. */
const withoutEmpty = {
  name: 'without-empty',
  generateBundle: (_, chunks) => {
    for (const [file, { code }] of Object.entries(chunks)) if (code?.trim() === '') delete chunks[file];
  },
};

async function bundle(ending, output) {
  const input = entriesOf(ending);
  if (Object.keys(input).length === 0) return;
  await build({
    configFile: false,
    root: web,
    logLevel: 'error',
    publicDir: false,
    mode: 'test',
    plugins: [...catalogues, forPeople, withoutOwnerStacks, withoutEmpty],
    resolve: config.resolve,
    define: { ...config.define, 'process.env.NODE_ENV': '"test"' },
    build: {
      outDir: out,
      emptyOutDir: false,
      minify: false,
      reportCompressedSize: false,
      modulePreload: false,
      target: 'es2022',
      chunkSizeWarningLimit: 10_000,
      rolldownOptions: {
        input,
        external: [/^@jest\/globals$/, /^node:/],
        preserveEntrySignatures: false,
        output: {
          format: 'es',
          entryFileNames: '[name].js',
          chunkFileNames: `${ending.slice(1)}-parts/[name].js`,
          assetFileNames: `${ending.slice(1)}-parts/[name][extname]`,
          ...output,
        },
        treeshake: config.build.rolldownOptions.treeshake ?? config.build.treeshake,
      },
    },
  });
}

rmSync(out, { recursive: true, force: true });
await bundle('.spec.tsx', {
  banner: ({ isEntry }) => (isEntry ? '/** @jest-environment jsdom */' : ''),
  codeSplitting: {
    groups: [
      { name: 'libraries', test: /node_modules/, priority: 2 },
      { name: 'web', test: /(web[\\/]src|services)[\\/](?!.*\.spec\.tsx$)/, priority: 1 },
    ],
  },
});
await bundle('.spec.ts', {});
