// Adds up, per page, what a browser downloads to show it, and fails when it is too much. Run after the build.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

const dist = path.resolve(import.meta.dirname, '../dist/public');
const manifest = JSON.parse(readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8'));

const ENTRY = 'index.html';
const SHELL = 'src/app/shell/shell.tsx';
const LAZY_KB_MAX = 25;

/** Pages and their cumulative limits in kB of gzip (1 kB = 1000 bytes). */
const PAGES = {
  login: { chunks: [ENTRY], jsKb: 150, cssKb: 15 },
  home: { chunks: [ENTRY, SHELL, 'src/features/home/home-page.tsx'], jsKb: 200 },
  topup: { chunks: [ENTRY, SHELL, 'src/features/topup/topup-page.tsx'], jsKb: 200 },
  airtime: { chunks: [ENTRY, SHELL, 'src/features/airtime/airtime-page.tsx'], jsKb: 200 },
  receipt: { chunks: [ENTRY, SHELL, 'src/features/receipt/receipt-page.tsx'], jsKb: 200 },
  thistory: { chunks: [ENTRY, SHELL, 'src/features/history/all-history-page.tsx'], jsKb: 200 },
  'airtime-history': { chunks: [ENTRY, SHELL, 'src/features/history/airtime-history-page.tsx'], jsKb: 200 },
  'funding-history': { chunks: [ENTRY, SHELL, 'src/features/history/funding-history-page.tsx'], jsKb: 200 },
};

/** A chunk and everything it imports at once. */
function closure(names) {
  const seen = new Set();
  const visit = (name) => {
    if (seen.has(name)) return;
    if (!manifest[name])
      throw new Error(`There is no chunk ${name} in the manifest: is the page still lazy?`);
    seen.add(name);
    (manifest[name].imports ?? []).forEach(visit);
  };
  names.forEach(visit);
  return [...seen].map((name) => manifest[name]);
}

const sizes = new Map();
function gzipKb(file) {
  if (!sizes.has(file))
    sizes.set(file, gzipSync(readFileSync(path.join(dist, file)), { level: 9 }).length / 1000);
  return sizes.get(file);
}
const total = (files) => [...new Set(files)].reduce((sum, file) => sum + gzipKb(file), 0);

let failed = false;
console.log('page              JS kB   limit  CSS kB  own JS kB');
for (const [page, { chunks, jsKb, cssKb = Infinity }] of Object.entries(PAGES)) {
  const all = closure(chunks);
  const before = chunks.length > 1 ? total(closure(chunks.slice(0, -1)).map((chunk) => chunk.file)) : 0;
  const js = total(all.map((chunk) => chunk.file));
  const css = total(all.flatMap((chunk) => chunk.css ?? []));
  const own = chunks.length > 1 ? js - before : 0;
  const over = js > jsKb || css > cssKb || own > LAZY_KB_MAX;
  failed ||= over;
  console.log(
    `${page.padEnd(16)} ${js.toFixed(1).padStart(6)} ${String(jsKb).padStart(7)} ${css.toFixed(1).padStart(7)} ${own.toFixed(1).padStart(10)}${over ? '  TOO LARGE' : ''}`,
  );
}
process.exitCode = failed ? 1 : 0;
