import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, seed, startStandalone } from '../../../infra/testing/product.js';
import type { Running, SeededUser } from '../../../infra/testing/product.js';
import type { CallAnswer } from '../../contracts/calls.js';
import { bearer, buyAirtime, call, eventually, send, signIn } from '../testing/callers.js';
import type { Answer, SignedIn } from '../testing/callers.js';
import { eventsIn } from '../testing/facts-in.js';
import { watchLive } from '../testing/live-watch.js';
import { newestCode } from '../testing/outbox.js';
import { Visitor } from '../testing/visitor.js';

/** Vendors of airtime. */
const SELLERS = [1, 2, 3, 5, 7, 8];

/** Has its own product with default limits: it restarts. */
let folder: string;
let settings: Record<string, string>;
let product: Running;
let customer: SignedIn;
let admin: SignedIn;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'locks-'));
  settings = {
    DATA_DIR: folder,
    PORT: String(await freePort()),
    SANDBOX_PORT: String(await freePort()),
    SANDBOX_LATENCY_MS: '5',
    LOG_LEVEL: 'error',
  };
  product = await startStandalone(settings);
  customer = await signIn(product.url, 'customer@demo.test', 'Demo-pass-1');
  admin = await signIn(product.url, 'admin@demo.test', 'Admin-pass-1', 'admin');
});

afterAll(async () => {
  await product?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const post = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
  send(product.url + path, 'POST', body, headers);
const said = ({ status, body }: Answer): unknown[] => [status, body['code']];
const userData = (headers: Record<string, string>): Promise<Answer> => post('/api/user_data/', {}, headers);
const activeVendors = async () =>
  (await post('/settings/fetch-active-api/', {}, admin.headers)).body as CallAnswer<'activeVendors'>;
const order = { amount: 100, network: 1, phone: '08031234567', transaction_pin: '4826' };

describe.each(['SIGTERM', 'SIGKILL'] as const)('a restart after %s', (signal) => {
  const [OWNER, NEXT] = ['affiliate@demo.test', `After-${signal}-1`];
  let locked: SeededUser;
  let recovering: Visitor;
  let resetCode: string;
  let seen: number;

  const buy = async (pin: string): Promise<unknown[]> =>
    said(await call(product.url, locked, '/api/buycard/', { ...order, transaction_pin: pin }));

  beforeAll(async () => {
    [locked] = (await seed(folder, 1, 1_000)) as [SeededUser];
    const wrong = locked.pin === '1357' ? '2468' : '1357';
    const answers: unknown[][] = [];
    for (let n = 0; n < 6; n++) answers.push(await buy(wrong));
    expect(answers.slice(0, 4)).toEqual(Array(4).fill([422, 'PIN_INCORRECT']));
    expect(answers[5]).toEqual([423, 'PIN_LOCKED']);
    expect(await buy(locked.pin)).toEqual([423, 'PIN_LOCKED']);

    const live = await watchLive(product.url, customer);
    await live.until((told) => told.length > 0);
    seen = live.told[0]!.id;
    await live.close();
    // Use another phone per restart, because a second purchase for one number needs a confirmation.
    const phone = signal === 'SIGTERM' ? '08035000001' : '08035000002';
    const { body } = await post('/api/buycard/', { ...order, phone }, customer.headers);
    const { reference } = body;
    await eventually(
      async () => (await post('/api/transaction/', { reference }, customer.headers)).body['transaction'],
      (transaction) => (transaction as { transaction_status: string }).transaction_status === 'Successful',
    );

    recovering = new Visitor(product.url);
    await recovering.post('/api/forgot-password/', { email: OWNER });
    resetCode = await newestCode(`http://127.0.0.1:${settings['SANDBOX_PORT']}`, OWNER);
    for (const vendor of SELLERS) {
      const pause = { service: 'airtime', vendor, reason: 'Their gateway is down', confirm: true };
      expect((await post('/api/admin-pause-vendor/', pause, admin.headers)).status).toBe(200);
    }
    await product.stop(signal);
    product = await startStandalone(settings);
  });

  it('keeps a PIN locked after five wrong ones', async () => {
    expect(await buy(locked.pin)).toEqual([423, 'PIN_LOCKED']);
    expect((await userData(bearer(locked))).body['user_data']).toMatchObject({ user_wallet: 1_000 });
  });

  it('ends no session', async () => expect((await userData(customer.headers)).status).toBe(200));

  it('[call:/api/reset-password/] keeps a mailed code valid', async () => {
    const reset = { resetCode, password1: NEXT, password2: NEXT };
    expect(await recovering.post('/api/reset-password/', reset)).toMatchObject({ status: 200 });
    expect(await new Visitor(product.url).login(OWNER, NEXT)).toMatchObject({ status: 200 });
  });

  it('keeps vendors paused, and refuses purchases while all are', async () => {
    const buyer = (await seed(folder, 1, 1_000))[0]!;
    const { pauses, active_airtime_api } = await activeVendors();
    expect(pauses.map(({ vendor }) => vendor).toSorted()).toEqual(SELLERS);
    expect(active_airtime_api).toBe(0);
    expect(await buyAirtime(product.url, buyer, '08033331234')).toMatchObject({
      status: 503,
      body: {
        status: false,
        code: 'SERVICE_OFF',
        message: 'Airtime is temporarily unavailable. You have not been charged.',
      },
    });
    const resume = async (vendor: number): Promise<void> => {
      const { id: pauseId } = pauses.find((pause) => pause.vendor === vendor)!;
      const body = { service: 'airtime', vendor, reason: 'It works again', pauseId };
      expect((await post('/api/admin-resume-vendor/', body, admin.headers)).status).toBe(200);
    };
    await resume(8);
    const { reference } = (await buyAirtime(product.url, buyer, '08034441234')).body;
    await eventually(
      async () => (await call(product.url, buyer, '/api/transaction/', { reference })).body['transaction'],
      (transaction) => (transaction as { transaction_status: string }).transaction_status === 'Successful',
    );
    const attempts = (await eventsIn(folder)).filter(({ type }) => type === 'AttemptStarted');
    expect(attempts.at(-1)!.data).toMatchObject({ vendor: 8 });
    for (const vendor of SELLERS.filter((each) => each !== 8)) await resume(vendor);
  });

  it('makes a browser that missed it reload everything', async () => {
    const again = await watchLive(product.url, customer, seen);
    await again.until(() => again.named('reset').length > 0);
    await again.close();
  });
});

it('locks a login after ten wrong passwords, but not the API token', async () => {
  const [server] = (await seed(folder, 1, 1_000)) as [SeededUser];
  const [email, right] = ['affiliate@demo.test', 'After-SIGKILL-1'];
  const answers: number[] = [];
  for (let n = 0; n < 13; n++)
    answers.push((await post('/api/user_login/', { email, password: 'Wrong-pass-1' })).status);
  expect(answers.filter((status) => status === 401).length).toBeLessThanOrEqual(10);
  expect(answers.at(-1)).toBe(429);
  expect(said(await post('/api/user_login/', { email, password: right }))).toEqual([429, 'LOGIN_LOCKED']);
  expect((await userData(bearer(server))).status).toBe(200);
  expect((await userData(customer.headers)).status).toBe(200);
});
