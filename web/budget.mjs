// Checks the download size of each page against its limit. Run after the build.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

const dist = path.resolve(import.meta.dirname, process.argv[2] ?? '../dist/public');
const manifest = JSON.parse(readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8'));

const ENTRY = 'index.html';
const SHELL = 'src/app/shell/shell.tsx';
const LAZY_KB_MAX = 27;

/** Pages, with cumulative limits in kB of gzip (1 kB = 1000 bytes). */
const OPEN_PAGES = {
  onset: 'entry/landing/landing-page',
  act: 'entry/landing/activate-page',
  register: 'entry/register/register-page',
  forgotpassword: 'entry/recovery/forgot-password-page',
  changepassword: 'entry/recovery/reset-password-page',
  'verify-email': 'entry/verify-email/verify-email-page',
  setpin: 'customer/pin/set-pin-page',
};
const SOURCES = path.resolve(import.meta.dirname, 'src');

/** Pages from product descriptors: customers', house and admin lists. */
function productPages() {
  const own = {};
  const admin = {};
  const descriptors = readdirSync(SOURCES, { recursive: true }).filter((file) =>
    file.endsWith('.product.tsx'),
  );
  for (const file of descriptors.sort()) {
    const text = readFileSync(path.join(SOURCES, file), 'utf8');
    const [address, page] = said(file, text, /paths: \['\/([^']+)'[^]*?\bPage: [^']*'\.\/([^']+)\.js'/);
    const [house] = said(file, text, /house: \{\s*path: '\/([^']+)'/);
    own[address] = admin[house] = page;
    if (!text.includes('adminList: ')) continue;
    const [list, listPage] = said(
      file,
      text,
      /adminList: \{\s*path: '\/([^']+)'[^]*?\bPage: [^']*'\.\/([^']+)\.js'/,
    );
    admin[list] = listPage;
  }
  return { own, admin };
}

/** Captures of `pattern` in a descriptor; the second is a page file under `src`. */
function said(file, text, pattern) {
  const [, address, page = ''] = pattern.exec(text) ?? [];
  if (!address) throw new Error(`${file} says nothing like ${pattern}.`);
  return [address, `${path.dirname(file)}/${page}`];
}
const PRODUCT_PAGES = productPages();

const SIGNED_IN_PAGES = {
  topup: 'customer/topup/topup-page',
  userfunding: 'customer/topup/user-funding-page',
  ...PRODUCT_PAGES.own,
  affiliate: 'customer/affiliate/affiliate-page',
  profile: 'customer/profile/profile-page',
  settings: 'customer/profile/settings-page',
  changepin: 'customer/pin/change-pin-page',
  documentation: 'customer/documentation/documentation-page',
  market: 'customer/market/market-page',
  receipt: 'customer/receipt/receipt-page',
  thistory: 'customer/history/all-history-page',
  customhistory: 'customer/history/custom-history-page',
  'service-history': 'customer/history/service-history-page',
  'funding-history': 'customer/history/funding-history-page',
  spending: 'customer/spending/spending-page',
  home: 'customer/home/home-page',
};
const ADMIN = ['src/app/admin/admin-routes.tsx', 'src/app/admin/admin-shell.tsx'];
/** Looser limits: administrators work at a desk and stay all day. */
const ADMIN_PAGES = {
  'admin-area': 'administrator/home/admin-home-page',
  'admin-brand': 'administrator/brand/brand-page',
  failedtransaction: 'administrator/external/failed-external-page',
  completeexternal: 'administrator/external/completed-external-page',
  adminproblems: 'administrator/external/reported-problems-page',
  broadcastlist: 'administrator/broadcasts/broadcast-list-page',
  editdataprices: 'administrator/catalogue/edit-data-prices-page',
  disablenetwork: 'administrator/catalogue/network-pages',
  disableplan: 'administrator/catalogue/plan-type-pages',
  changeaffiliatefee: 'administrator/catalogue/affiliate-fee-page',
  createbroadcast: 'administrator/broadcasts/create-broadcast-page',
  adminthistory: 'administrator/histories/all-transactions-page',
  adminfundinghistory: 'administrator/histories/all-fundings-page',
  admincustomhistory: 'administrator/histories/custom-range-page',
  administrators: 'administrator/administrators/administrators-page',
  'admin-security': 'administrator/security/admin-security-page',
  activity: 'administrator/activity/activity-page',
  audit: 'auditor/audit-page',
  'audit/events': 'auditor/events-page',
  'audit/event': 'auditor/event-page',
  'audit/replay': 'auditor/replay/replay-page',
  'audit/balance': 'auditor/trial-balance-page',
  'audit/account': 'auditor/account-page',
  'audit/seals': 'auditor/seals-page',
  'audit/proofs': 'auditor/proofs-page',
  'audit/why': 'auditor/why/why-page',
  stat: 'administrator/sales/sales-page',
  'money-desk': 'administrator/money/money-desk-page',
  approvals: 'administrator/money/approvals-page',
  unmatched: 'administrator/money/unmatched-page',
  chargebacks: 'administrator/money/chargebacks-page',
  ...PRODUCT_PAGES.admin,
  adminbought: 'customer/receipt/receipt-page',
  plans: 'customer/market/market-page',
  'switch-api': 'administrator/vendors/vendor-switch-page',
  operations: 'administrator/operations/operations-page',
  'user-center': 'administrator/users/user-list-pages',
  user: 'administrator/users/user-page',
  adminaffiliate: 'administrator/users/user-list-pages',
};
const pageOf =
  (before, limit) =>
  ([page, file]) => [page, { chunks: [...before, `src/${file}.tsx`], ...limit }];
const PAGES = Object.fromEntries([
  ['login', { chunks: [ENTRY], jsKb: 150, cssKb: 15 }],
  ...Object.entries(OPEN_PAGES).map(pageOf([ENTRY], { jsKb: 150.8, cssKb: 15 })),
  ...Object.entries({ terms: 'entry/legal/legal-page' }).map(pageOf([ENTRY], { jsKb: 153, cssKb: 15 })),
  ['adminlogin', { chunks: [ENTRY, ADMIN[0]], jsKb: 170 }],
  ...Object.entries({
    adminforgotpassword: 'entry/recovery/forgot-password-page',
    adminchangepassword: 'entry/recovery/reset-password-page',
    admininvite: 'entry/admin-invitation/accept-invitation-page',
  }).map(pageOf([ENTRY, ADMIN[0]], { jsKb: 170 })),
  ...Object.entries(ADMIN_PAGES).map(pageOf([ENTRY, ...ADMIN], { jsKb: 330 })),
  ...Object.entries(SIGNED_IN_PAGES).map(pageOf([ENTRY, SHELL], { jsKb: 200 })),
]);
// Bought most, on weak phones and lossy networks: every file costs a round trip.
PAGES.airtime = { ...PAGES.airtime, jsKb: 171, filesMax: 12 };

/** Extra cost of a language: its catalogue and `speaker.ts`. */
const LANGUAGE_KB_MAX = 27;
const LANGUAGES = readdirSync(path.join(SOURCES, 'languages')).flatMap(
  (name) => /^(?!en\.)(\w+)\.json$/.exec(name)?.[1] ?? [],
);

/** Chunk with its static imports. */
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
for (const [page, { chunks, jsKb, cssKb = Infinity, filesMax = Infinity }] of Object.entries(PAGES)) {
  const all = closure(chunks);
  const before = chunks.length > 1 ? total(closure(chunks.slice(0, -1)).map((chunk) => chunk.file)) : 0;
  const js = total(all.map((chunk) => chunk.file));
  const css = total(all.flatMap((chunk) => chunk.css ?? []));
  const own = chunks.length > 1 ? js - before : 0;
  const over = js > jsKb || css > cssKb || own > LAZY_KB_MAX || all.length > filesMax;
  failed ||= over;
  console.log(
    `${page.padEnd(16)} ${js.toFixed(1).padStart(6)} ${String(jsKb).padStart(7)} ${css.toFixed(1).padStart(7)} ${own.toFixed(1).padStart(10)}${over ? '  TOO LARGE' : ''}`,
  );
}
const entry = new Set(closure([ENTRY]).map((chunk) => chunk.file));
for (const language of LANGUAGES) {
  const parts = closure(['src/languages/speaker.ts', `src/languages/${language}.ts`]);
  const js = total(parts.map((chunk) => chunk.file).filter((file) => !entry.has(file)));
  const over = js > LANGUAGE_KB_MAX || parts.every(({ isDynamicEntry }) => !isDynamicEntry);
  failed ||= over;
  console.log(
    `language ${language.padEnd(7)} ${js.toFixed(1).padStart(6)} ${String(LANGUAGE_KB_MAX).padStart(7)}${over ? '  TOO LARGE' : ''}`,
  );
}
process.exitCode = failed ? 1 : 0;
