// Bundles the packages that most suites import, because jest loads single modules slowly.
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { isExpected, isExternal } from './bundling.mjs';

const out = path.resolve(import.meta.dirname, '../../dist/packages');
const EVENTSTORE = '@eventstore/db-client';

/** Import specifiers. Others also work in tests. */
const PACKAGES = [
  'zod',
  '@nestjs/common',
  '@nestjs/common/internal',
  '@nestjs/core',
  '@nestjs/cqrs',
  '@nestjs/platform-fastify',
  '@fastify/cookie',
  '@fastify/helmet',
  'fastify',
  'reflect-metadata',
  'rxjs',
  'lru-cache',
  'undici',
  'cockatiel',
  'yaml',
  'pino',
  'csv-parse/sync',
  'csv-stringify/sync',
  'mongoose',
  'fast-check',
  'otpauth',
  'prom-client',
  'ioredis',
  '@grpc/grpc-js',
  EVENTSTORE,
  `${EVENTSTORE}/dist/streams/utils/ReadStream.js`,
  `${EVENTSTORE}/dist/utils/convertGrpcEvent.js`,
  ...['shared', 'streams', 'gossip', 'serverfeatures', 'status'].map(
    (name) => `${EVENTSTORE}/generated/${name}_pb.js`,
  ),
  ...['streams', 'gossip', 'serverfeatures'].map((name) => `${EVENTSTORE}/generated/${name}_grpc_pb.js`),
];
const bundleOf = (name) => name.replace(/^@/, '').replace(/\.js$/, '').replaceAll('/', '-');

/** Entry of each bundle. It names the exports, which a bundle of CommonJS alone would lack. */
const ENTRY = '\0entry:';
const entries = {
  name: 'entries',
  resolveId(id, importer) {
    if (id.startsWith(ENTRY)) return id;
    return importer?.startsWith(ENTRY) ? this.resolve(id, import.meta.filename) : undefined;
  },
  async load(id) {
    if (!id.startsWith(ENTRY)) return undefined;
    const name = id.slice(ENTRY.length);
    const exported = Object.keys(await import(name)).filter((each) => each !== 'module.exports');
    return { code: `export { ${exported.join(', ')} } from '${name}';`, moduleType: 'js' };
  },
};

rmSync(out, { recursive: true, force: true });
const bundle = await rolldown({
  input: Object.fromEntries(PACKAGES.map((name) => [bundleOf(name), ENTRY + name])),
  platform: 'node',
  external: isExternal,
  plugins: [entries],
  onLog: (level, log, report) => isExpected(log) || report(level, log),
});
await bundle.write({
  dir: out,
  format: 'esm',
  keepNames: true,
  // Decorators need `reflect-metadata` loaded first.
  strictExecutionOrder: true,
  comments: false,
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
});
const bundles = Object.fromEntries(PACKAGES.map((name) => [name, `${bundleOf(name)}.js`]));
writeFileSync(path.join(out, 'packages.json'), JSON.stringify(bundles));
