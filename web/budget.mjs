// Adds up, per page, what a browser downloads to show it, and fails when it is too much. Run after the build.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

const dist = path.resolve(import.meta.dirname, process.argv[2] ?? '../dist/public');
const manifest = JSON.parse(readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8'));

const ENTRY = 'index.html';
const SHELL = 'src/app/shell/shell.tsx';
const LAZY_KB_MAX = 27;

/** Pages and their cumulative limits in kB of gzip (1 kB = 1000 bytes). */
const OPEN_PAGES = {
  onset: 'landing/landing-page',
  act: 'landing/activate-page',
  register: 'register/register-page',
  forgotpassword: 'recovery/forgot-password-page',
  changepassword: 'recovery/reset-password-page',
  'verify-email': 'verify-email/verify-email-page',
  setpin: 'pin/set-pin-page',
};
const FEATURES = path.resolve(import.meta.dirname, 'src/features');

/** The pages that products say in their descriptors: of customers, of the house that buys, and of a list for administrators alone. */
function productPages() {
  const own = {};
  const admin = {};
  const descriptors = readdirSync(FEATURES, { recursive: true }).filter((file) =>
    file.endsWith('.product.tsx'),
  );
  for (const file of descriptors.sort()) {
    const text = readFileSync(path.join(FEATURES, file), 'utf8');
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

/** What a descriptor says where the pattern has brackets; of a page, its file among the features. */
function said(file, text, pattern) {
  const [, address, page = ''] = pattern.exec(text) ?? [];
  if (!address) throw new Error(`${file} says nothing like ${pattern}.`);
  return [address, `${path.dirname(file)}/${page}`];
}
const PRODUCT_PAGES = productPages();

const SIGNED_IN_PAGES = {
  topup: 'topup/topup-page',
  userfunding: 'topup/user-funding-page',
  ...PRODUCT_PAGES.own,
  affiliate: 'affiliate/affiliate-page',
  profile: 'profile/profile-page',
  settings: 'profile/settings-page',
  changepin: 'pin/change-pin-page',
  documentation: 'documentation/documentation-page',
  market: 'market/market-page',
  receipt: 'receipt/receipt-page',
  thistory: 'history/all-history-page',
  customhistory: 'history/custom-history-page',
  'service-history': 'history/service-history-page',
  'funding-history': 'history/funding-history-page',
  spending: 'spending/spending-page',
  home: 'home/home-page',
};
const ADMIN = ['src/app/admin/admin-routes.tsx', 'src/app/admin/admin-shell.tsx'];
/** Pages of administrators, who have a desk and stay for the day. */
const ADMIN_PAGES = {
  'admin-area': 'admin-home/admin-home-page',
  failedtransaction: 'admin-external/failed-external-page',
  completeexternal: 'admin-external/completed-external-page',
  adminproblems: 'admin-external/reported-problems-page',
  broadcastlist: 'admin-broadcasts/broadcast-list-page',
  editdataprices: 'admin-catalogue/edit-data-prices-page',
  disablenetwork: 'admin-catalogue/network-pages',
  disableplan: 'admin-catalogue/plan-type-pages',
  changeaffiliatefee: 'admin-catalogue/affiliate-fee-page',
  createbroadcast: 'admin-broadcasts/create-broadcast-page',
  adminthistory: 'admin-histories/all-transactions-page',
  adminfundinghistory: 'admin-histories/all-fundings-page',
  admincustomhistory: 'admin-histories/custom-range-page',
  administrators: 'admin-administrators/administrators-page',
  'admin-security': 'admin-security/admin-security-page',
  activity: 'admin-activity/activity-page',
  audit: 'admin-audit/audit-page',
  'audit/events': 'admin-audit/events-page',
  'audit/event': 'admin-audit/event-page',
  'audit/replay': 'admin-audit/replay/replay-page',
  'audit/balance': 'admin-audit/trial-balance-page',
  'audit/account': 'admin-audit/account-page',
  'audit/seals': 'admin-audit/seals-page',
  'audit/proofs': 'admin-audit/proofs-page',
  'audit/why': 'admin-audit/why/why-page',
  stat: 'admin-sales/sales-page',
  'money-desk': 'admin-money/money-desk-page',
  approvals: 'admin-money/approvals-page',
  unmatched: 'admin-money/unmatched-page',
  chargebacks: 'admin-money/chargebacks-page',
  ...PRODUCT_PAGES.admin,
  adminbought: 'receipt/receipt-page',
  plans: 'market/market-page',
  'switch-api': 'admin-vendors/vendor-switch-page',
  operations: 'admin-operations/operations-page',
  'user-center': 'admin-users/user-list-pages',
  user: 'admin-users/user-page',
  adminaffiliate: 'admin-users/user-list-pages',
};
const pageOf =
  (before, limit) =>
  ([page, file]) => [page, { chunks: [...before, `src/features/${file}.tsx`], ...limit }];
const PAGES = Object.fromEntries([
  ['login', { chunks: [ENTRY], jsKb: 150, cssKb: 15 }],
  ...Object.entries(OPEN_PAGES).map(pageOf([ENTRY], { jsKb: 150, cssKb: 15 })),
  ['adminlogin', { chunks: [ENTRY, ADMIN[0]], jsKb: 170 }],
  ...Object.entries({
    adminforgotpassword: 'recovery/forgot-password-page',
    adminchangepassword: 'recovery/reset-password-page',
    admininvite: 'admin-invitation/accept-invitation-page',
  }).map(pageOf([ENTRY, ADMIN[0]], { jsKb: 170 })),
  ...Object.entries(ADMIN_PAGES).map(pageOf([ENTRY, ...ADMIN], { jsKb: 330 })),
  ...Object.entries(SIGNED_IN_PAGES).map(pageOf([ENTRY, SHELL], { jsKb: 200 })),
]);
// What is bought most, on phones with little memory and over networks that lose packets: each file costs a round trip more.
PAGES.airtime = { ...PAGES.airtime, jsKb: 170, filesMax: 12 };

/** What a language costs who reads it, beside the page: its catalogue, and who looks things up in it. */
const LANGUAGE_KB_MAX = 27;
const LANGUAGES = readdirSync(path.resolve(FEATURES, '../languages')).flatMap(
  (name) => /^(?!en\.)(\w+)\.json$/.exec(name)?.[1] ?? [],
);

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
