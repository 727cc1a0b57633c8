import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { open } from 'lmdb';
import {
  freePort,
  ledger,
  type Running,
  startSandboxProcess,
  startStandalone,
} from '../../../infra/testing/product.js';
import { JOURNAL_FORMATS } from '../../audit/export/journal-formats.js';
import type { Verified } from '../../cli/verify-command.js';
import { accountNumberOf, eventually, send, untilQuiet } from '../testing/callers.js';
import { eventsIn } from '../testing/facts-in.js';
import { newestCode } from '../testing/outbox.js';
import { Authenticator } from '../../customers/passkeys/testing/authenticator.js';
import { relyingPartyOf } from '../../customers/passkeys/webauthn.js';
import { Visitor } from '../testing/visitor.js';

/**
 * Erases a person from all files, exports and later backups, without a visible difference for verification.
 * Has its own product: all its files are read, and it restarts from a backup.
 */
const PERSON = {
  email: 'zurielkemi.okparavero@people.test',
  fname: 'Zurielkemi',
  lname: 'Okparavero',
  phone_number: '08039911223',
};
const PASSWORD = 'Zuriel-pass-1';
const PIN = '4826';
const RECIPIENT = '08035577331';
const BANK_ACCOUNT = '0987653391';
const BANK_OWNER = 'EBUNOLUWA FASHOLA';
const BVN = '22266644426';
const WORDS = 'Ask my neighbour Funkelola';
const NARRATION = 'Rent of Iyabodemi';

let folder: string;
let dataDir: string;
let sandbox: Running;
let product: Running;
let settings: Record<string, string>;
const visitorOf = (): Visitor => new Visitor(product.url);

const run = (...args: readonly string[]): Promise<string> => ledger(dataDir, args, settings);
const holds = (bytes: Buffer | string, text: string): boolean =>
  bytes.includes(text) || Buffer.from(bytes).includes(Buffer.from(text, 'utf16le'));

/** Names and raw bytes of all files in a folder. */
function filesIn(dir: string): (readonly [name: string, bytes: Buffer])[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((name) => [name, readFileSync(name)]);
}
/** Matches of the texts, with their files. */
const foundIn = (dir: string, texts: readonly string[]): string[] =>
  filesIn(dir).flatMap(([name, bytes]) =>
    texts.filter((text) => holds(bytes, text)).map((text) => `${text} in ${name}`),
  );

/** Keys of all people, as someone who stole the file would have them. */
async function stolenKeys(): Promise<ReadonlyMap<string, Buffer>> {
  const path = join(folder, 'secrets', 'vault', 'keys.mdb');
  const root = open<Buffer, string>({ path, readOnly: true, encoding: 'binary', maxDbs: 2 });
  const keys = new Map<string, Buffer>();
  for (const { key, value } of root
    .openDB<Buffer, string>({ name: 'persons', encoding: 'binary' })
    .getRange())
    keys.set(key, Buffer.from(value));
  await root.close();
  return keys;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'erasure-'));
  dataDir = join(folder, 'data');
  const [port, sandboxPort] = [String(await freePort()), String(await freePort())];
  // Data of the bank and vendors is outside the product.
  sandbox = await startSandboxProcess({
    DATA_DIR: join(folder, 'others'),
    SANDBOX_PORT: sandboxPort,
    PORT: port,
    SANDBOX_LATENCY_MS: '5',
  });
  settings = {
    DATA_DIR: dataDir,
    SECRETS_DIR: join(folder, 'secrets'),
    PORT: port,
    SANDBOX_URL: sandbox.url,
    DEMO_DATA: '0',
    FUNDING_SWEEP_EVERY: '1s',
    LOG_LEVEL: 'info',
    SEAL_EVERY: '100ms',
    SEAL_PUBLISH: join(folder, 'published', 'seals.jsonl'),
  };
  mkdirSync(join(folder, 'published'));
  product = await startStandalone(settings);
});
afterAll(async () => {
  await product?.stop('SIGKILL');
  await sandbox?.stop('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

interface Lived {
  /** Personal data given to the product. */
  readonly texts: readonly string[];
  readonly purchaseId: string;
}

/** A person who joins, is paid, buys, sends money and complains. */
async function live(): Promise<Lived> {
  const browser = visitorOf();
  const device = new Authenticator(relyingPartyOf({ PORT: Number(new URL(product.url).port) })!);
  const passwords = { password1: PASSWORD, password2: PASSWORD };
  await browser.post('/api/user_registration/', { ...PERSON, ...passwords });
  await browser.login(PERSON.email, PASSWORD);
  const code = await newestCode(sandbox.url, PERSON.email);
  const ok = async (path: string, body: object): Promise<Record<string, unknown>> => {
    const answer = await browser.post(path, body);
    expect({ path, status: answer.status, body: answer.body }).toMatchObject({ status: 200 });
    return answer.body;
  };
  await ok('/api/verify_email/', { otp_code: code });
  await ok('/api/set-transaction-pin/', { transaction_pin: PIN });
  const userData = async () => (await ok('/api/user_data/', {}))['user_data'] as Record<string, unknown>;
  const reserved = await accountNumberOf(userData);
  await send(`${sandbox.url}/transfers`, 'POST', { accountNumber: reserved, amount: 20_000 });
  await eventually(userData, ({ user_wallet: naira }) => Number(naira) > 10_000);
  await ok('/api/verify-user-bvn/', {
    name: `${PERSON.fname} ${PERSON.lname}`,
    dateOfBirth: '03-10-1993',
    mobileNo: PERSON.phone_number,
    bvn: BVN,
  });
  const begun = await ok('/api/begin_passkey/', { transaction_pin: PIN });
  const { challenge } = begun['options'] as { challenge: string };
  await ok('/api/add_passkey/', { limit: 5_000, credential: device.create(challenge) });
  const bought = await ok('/api/buycard/', {
    amount: 100,
    network: 1,
    phone: RECIPIENT,
    transaction_pin: PIN,
  });
  await ok('/banking/fetch-banks-details/', { bankCode: '058', account_number: BANK_ACCOUNT });
  await ok('/banking/transfer-money/', {
    bank_name_code: '058',
    user_account_number: BANK_ACCOUNT,
    user_account_name: BANK_OWNER,
    amount_to_withdrawal: 1_000,
    narration: NARRATION,
    transaction_pin: PIN,
  });
  const history = async () =>
    (await ok('/api/user_transactions/', { page: 1, page_size: 50 }))['all_user_transaction'] as {
      api_transaction_reference: string;
      transaction_status: string;
    }[];
  await eventually(
    history,
    (rows) => rows.length >= 2 && rows.every(({ transaction_status: status }) => status === 'Successful'),
  );
  await ok('/api/report_problem/', {
    reference: bought['reference'],
    problem: 'other',
    transaction_status: 'Successful',
    words: WORDS,
  });
  await untilQuiet(product.url);
  const opened = (await eventsIn(dataDir)).find(({ type }) => type === 'PurchaseOpened');
  return {
    purchaseId: opened!.stream.replace('purchase-', ''),
    texts: [
      PERSON.email,
      PERSON.email.toUpperCase(),
      PERSON.fname,
      PERSON.lname,
      PERSON.fname.toUpperCase(),
      PERSON.lname.toUpperCase(),
      PERSON.fname.toLowerCase(),
      // Phone number without prefixes too, as other code may store it.
      PERSON.phone_number.slice(1),
      RECIPIENT.slice(1),
      reserved,
      BANK_ACCOUNT,
      BANK_OWNER,
      BVN,
      'Funkelola',
      'Iyabodemi',
      device.id,
    ],
  };
}

it('leaves nothing readable of an erased person, and every proof, seal and total unchanged', async () => {
  const { texts, purchaseId } = await live();
  // Checks first that the search finds the texts before the erasure.
  const [before, shown] = [foundIn(dataDir, texts), ['okparavero', '9911223', '35577331', BANK_ACCOUNT]];
  for (const text of shown) expect(before.join('\n').toLowerCase()).toContain(text);
  const prove = async () =>
    JSON.parse(await run('prove', '--purchase', purchaseId, '--json')) as {
      events: { position: number; hash: string; record: unknown }[];
    };
  const proof = await eventually(
    () => prove().catch(() => undefined),
    (made) => made !== undefined,
  );
  const proofFile = join(folder, 'published', 'proof.json');
  writeFileSync(proofFile, JSON.stringify(proof));
  const seals = (await run('seals')).trim();
  const accounts = async (): Promise<unknown> =>
    (JSON.parse(await run('balances', '--json')) as { accounts: unknown }).accounts;
  const totals = await accounts();
  const position = (JSON.parse(await run('balances', '--json')) as { position: number }).position;
  const asOf = await run('as-of', '--position', String(position), '--json');

  const keys = await stolenKeys();
  const told = await run('forget', PERSON.email);
  expect(told).toMatch(/ is forgotten/);
  const key = keys.get(/[0-9a-f]{8}-[0-9a-f-]{27}/.exec(told)![0])!;

  // Wait, because reactors handle the event a moment later.
  await eventually(
    async () => foundIn(dataDir, texts),
    (found) => found.length === 0,
  );
  expect(foundIn(join(folder, 'secrets'), texts)).toEqual([]);
  // The key is gone too, so that older copies stay sealed.
  for (const half of [key.subarray(0, 32), key.subarray(32)])
    for (const [name, bytes] of filesIn(folder)) expect([name, bytes.includes(half)]).toEqual([name, false]);
  expect(foundIn(join(folder, 'published'), texts)).toEqual([]);
  expect(texts.filter((text) => holds(product.output(), text))).toEqual([]);

  // Verification sees no difference.
  const verified = JSON.parse(await run('verify', '--read-models', '--json')) as Verified;
  expect(verified).toMatchObject({ ok: true, problems: [], seals: { anchored: true } });
  expect((await run('seals')).startsWith(seals)).toBe(true);
  expect(JSON.parse(await run('verify-proof', proofFile, '--json'))).toMatchObject({ valid: true });
  const again = await prove();
  expect(again!.events.map(({ position: at, hash }) => [at, hash])).toEqual(
    proof!.events.map(({ position: at, hash }) => [at, hash]),
  );
  expect(await accounts()).toEqual(totals);
  expect(await run('as-of', '--position', String(position), '--json')).toBe(asOf);

  // Exports contain none of the texts either.
  for (const format of JOURNAL_FORMATS) {
    const journal = await run('export', '--format', format);
    expect(journal.length).toBeGreaterThan(100);
    expect([format, texts.filter((text) => holds(journal, text))]).toEqual([format, []]);
  }
  const printed = await Promise.all([
    run('events', '--limit', '100000'),
    run('balances'),
    run('prove', '--purchase', purchaseId, '--json'),
  ]);
  expect(texts.filter((text) => printed.some((each) => holds(each, text)))).toEqual([]);

  // The audit pack contains none of the texts either.
  const pack = join(folder, 'pack');
  mkdirSync(pack);
  await run('pack', '--out', join(pack, 'pack.tar.gz'));
  expect(spawnSync('tar', ['-xzf', 'pack.tar.gz'], { cwd: pack }).status).toBe(0);
  expect(filesIn(pack).length).toBeGreaterThan(5);
  expect(foundIn(pack, texts)).toEqual([]);

  // A new backup, restored with the current keys, contains none of the texts either.
  const backup = join(folder, 'backup');
  await run('backup', '--to', backup);
  expect(foundIn(backup, texts)).toEqual([]);
  await product.stop();
  rmSync(dataDir, { recursive: true });
  await run('restore', '--from', backup);
  product = await startStandalone(settings);
  expect((await visitorOf().login(PERSON.email, PASSWORD)).status).toBe(401);
  await untilQuiet(product.url);
  expect(foundIn(dataDir, texts)).toEqual([]);
  expect(await accounts()).toEqual(totals);
});
