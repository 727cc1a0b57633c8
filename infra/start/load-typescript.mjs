// `node --import ./infra/start/load-typescript.mjs` loads the source instead of `dist`, without a build.
import { readFileSync } from 'node:fs';
import { register } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import { transform } from '@swc/core';
import { root } from './toolchain.mjs';

if (isMainThread) register(import.meta.url);

const IN_DIST = /\/dist\/(services|read-models|infra)\//;
const ours = (url) => url.startsWith('file:') && !url.includes('/node_modules/');

export async function resolve(specifier, context, next) {
  const toSource = specifier.replace(IN_DIST, '/$1/');
  const fromSource = context.parentURL?.endsWith('.ts') && specifier.startsWith('.');
  const moved = toSource !== specifier || fromSource;
  return next(moved ? toSource.replace(/\.js$/, '.ts') : specifier, context);
}

export async function load(url, context, next) {
  if (!ours(url) || !url.endsWith('.ts')) return next(url, context);
  const filename = fileURLToPath(url);
  const { code } = await transform(readFileSync(filename, 'utf8'), { filename, cwd: root });
  return { format: 'module', source: code, shortCircuit: true };
}
