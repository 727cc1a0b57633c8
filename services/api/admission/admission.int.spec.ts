import { once } from 'node:events';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { fastify, type FastifyReply, type FastifyRequest } from 'fastify';
import { loadConfig } from '../../runtime/config.js';
import { until } from '../../../infra/testing/until.js';
import { CALLS } from '../../contracts/calls.js';
import { countAnswers } from '../http/answered-calls.js';
import { Admission, type AdmissionParts } from './admission.js';
import { startTestApi, type Answer, type TestApi } from '../testing/client.js';
import { STUB_AFFILIATE_API_TOKEN, STUB_API_TOKEN } from '../testing/stub-people.js';

const ORDER = { amount: 100, network: 1, phone: '08031234567', transaction_pin: '4826' };
const ADA = { authorization: `Bearer ${STUB_API_TOKEN}` };
const BOLA = { authorization: `Bearer ${STUB_AFFILIATE_API_TOKEN}` };
const HEALTH = ['/healthz', '/readyz', '/metrics'];

let api: TestApi;
/** Starts the server of a test, which ends with it. */
let started: TestApi | undefined;
async function start(settings: Record<string, string>): Promise<void> {
  api = started = await startTestApi(settings);
}
afterEach(async () => {
  await started?.app.close();
  started = undefined;
});

const buy = (who: Record<string, string>, body: unknown = ORDER): Promise<Answer> =>
  api.post(CALLS.buyAirtime.path, body, who);
const read = (who: Record<string, string>): Promise<Answer> => api.ask('catalogue', {}, who);
const many = <T>(times: number, call: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: times }, call));
const codesOf = (answers: readonly Answer[]): Set<unknown> =>
  new Set(answers.map(({ status, body }) => (status === 200 ? 200 : body['code'])));

/** Keeps purchases under way until `release`. */
function holdPurchases() {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((released) => (resolve = released));
  let begun = 0;
  api.product.behave = () => {
    begun += 1;
    return promise;
  };
  return { begun: (count: number) => until(() => begun >= count), release: () => resolve() };
}

describe('calls of one account', () => {
  it('are answered 429 past their rate, and others and health are not', async () => {
    await start({ RATE_LIMIT_PURCHASES: '1' });
    const answers = await many(100, () => buy(ADA));
    expect(codesOf(answers)).toEqual(new Set([200, 'RATE_LIMITED']));
    const refused = answers.find(({ status }) => status === 429)!;
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(refused.body['message']).toBe('Too many requests. Try again in 1 seconds.');
    expect(codesOf([await buy(BOLA), await read(ADA)])).toEqual(new Set([200]));
    for (const path of HEALTH) expect((await api.get(path)).status).toBe(200);
    expect((await api.get('/metrics')).body['text']).toMatch(/rate_limited_total\{policy="buy"\} \d/);
  });

  it('are answered with their limits, and with the calls that are left', async () => {
    await start({ RATE_LIMIT_PURCHASES: '1', RATE_LIMIT_READS: '3', RATE_LIMIT_ADDRESS: '1000' });
    const limits = ({ headers }: Answer) => [headers.get('ratelimit-policy'), headers.get('ratelimit')];
    const policies = '"read";q=3;w=1, "buy";q=1;w=1';
    expect(limits(await read(ADA))).toEqual([policies, '"read";r=3;t=1']);
    const answers = await many(20, () => buy(ADA));
    const refused = answers.find(({ status }) => status === 429)!;
    expect(limits(refused)).toEqual([policies, '"buy";r=0;t=1']);
    expect(refused.body['policy']).toBe('buy');
    expect(limits(await buy(BOLA))[0]).toMatch(/^"read";q=(\d\d+);w=1, "buy";q=\1;w=1$/);
    const stranger = await api.ask('login', { email: 'a@b.test', password: 'x' });
    expect(limits(stranger)).toEqual(['"address";q=1000;w=1', '"address";r=1000;t=1']);
    expect(limits(await api.get('/healthz'))).toEqual([null, null]);
  });

  it('are answered without a limit that is switched off', async () => {
    await start({ RATE_LIMIT_READS: '0', RATE_LIMIT_PURCHASES: '7' });
    const { headers } = await read(ADA);
    expect([headers.get('ratelimit-policy'), headers.get('ratelimit')]).toEqual(['"buy";q=7;w=1', null]);
  });

  it('may be as many as an administrator allows', async () => {
    await start({ RATE_LIMIT_PURCHASES: '1', RATE_LIMIT_IN_FLIGHT: '1' });
    expect(codesOf(await many(100, () => buy(BOLA)))).toEqual(new Set([200]));
  });

  it('read at their own rate', async () => {
    await start({ RATE_LIMIT_READS: '1' });
    expect(codesOf(await many(100, () => read(ADA)))).toEqual(new Set([200, 'RATE_LIMITED']));
    expect(codesOf([await buy(ADA), await read(BOLA)])).toEqual(new Set([200]));
  });

  it('are answered 429 while too many are under way, before the body is read', async () => {
    await start({ RATE_LIMIT_IN_FLIGHT: '2' });
    const held = holdPurchases();
    const under = many(2, () => buy(ADA));
    await held.begun(2);
    const refused = await api.post(CALLS.buyAirtime.path, 'not an order', ADA);
    expect(refused).toMatchObject({ status: 429, body: { code: 'TOO_MANY_AT_ONCE', policy: 'in-flight' } });
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(codesOf([await read(BOLA)])).toEqual(new Set([200]));
    held.release();
    expect(codesOf(await under)).toEqual(new Set([200]));
    expect(codesOf([await buy(ADA)])).toEqual(new Set([200]));
  });

  it('stay under way after their client has left, until the work is done', async () => {
    await start({ RATE_LIMIT_IN_FLIGHT: '1' });
    const held = holdPurchases();
    const { hostname, port } = new URL(api.url);
    const socket = connect(Number(port), hostname);
    const body = JSON.stringify(ORDER);
    socket.write(
      `POST ${CALLS.buyAirtime.path} HTTP/1.1\r\nhost: x\r\nauthorization: ${ADA.authorization}\r\n` +
        `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
    await held.begun(1);
    socket.resetAndDestroy();
    await once(socket, 'close');
    expect((await buy(ADA)).status).toBe(429);
    held.release();
    await until(async () => (await buy(ADA)).status === 200, 'the call that was left is over');
  });
});

/** Server with an `Admission`. Callers sign in with their name. `handle` answers the list. */
async function admitting(
  handle: (request: FastifyRequest, reply: FastifyReply) => Promise<object>,
  parts: Partial<AdmissionParts> = {},
): Promise<{
  admission: Admission;
  list(who: string, n?: number, asked?: object | string): Promise<number>;
  /** Opens a connection that sends `calls` lists at once. */
  pipeline(who: string, calls: number): Socket;
  close(): Promise<void>;
}> {
  const server = fastify();
  const admission = new Admission({
    settings: { ...loadConfig({ NODE_ENV: 'test' }), RATE_LIMIT_IN_FLIGHT: 5 },
    callers: {
      callerOf: ({ headers }) => ({ userId: String(headers.authorization), role: 'user' }),
    },
    users: { cachedById: () => undefined },
    metrics: { shed: () => undefined, limited: () => undefined, limitedWebhook: () => undefined },
    logLateMs: () => 0,
    ...parts,
  });
  server.decorateRequest('caller', undefined);
  countAnswers(server);
  admission.guard(server);
  const rules = { access: 'user', kind: 'reads', call: 'transactions' } as const;
  server.route({ method: ['GET', 'POST'], url: '/list/:n', config: { rules }, handler: handle });
  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  return {
    admission,
    list: async (who, n = 0, asked) => {
      const headers = { authorization: who, 'content-type': 'application/json' };
      const body = asked && {
        method: 'POST',
        body: typeof asked === 'string' ? asked : JSON.stringify(asked),
      };
      return (await fetch(`${url}/list/${n}`, { headers, ...body })).status;
    },
    pipeline: (who, calls) => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1');
      socket.write(`GET /list/0 HTTP/1.1\r\nhost: x\r\nauthorization: ${who}\r\n\r\n`.repeat(calls));
      return socket;
    },
    close: () => server.close(),
  };
}

/** Resolves when the server knows that the client has left. */
function cut(client: Socket, { raw }: FastifyRequest): Promise<void> {
  const closed = new Promise<void>((resolve) => raw.socket.once('close', () => resolve()));
  client.resetAndDestroy();
  return closed;
}

it('counts a list of more than 50 rows as two calls, also without a page', async () => {
  const settings = { ...loadConfig({ NODE_ENV: 'test' }), RATE_LIMIT_READS: 3 };
  const { list, close } = await admitting(async () => ({}), { settings, now: () => 0 });
  try {
    // A bucket holds the calls of two seconds.
    const lists = [
      { page: 1, page_size: '51' },
      { page: 1, page_size: 50 },
      {},
      { page_size: 10 },
      { page: 1 },
    ];
    const statuses: number[] = [];
    for (const asked of lists) statuses.push(await list('ada', 0, asked));
    expect(statuses).toEqual([200, 200, 200, 200, 429]);
  } finally {
    await close();
  }
});

it('answers a long list with the last call, and refuses the next one before its body is read', async () => {
  // The clock of this test jumps, which would count as a late event loop.
  const settings = {
    ...loadConfig({ NODE_ENV: 'test', OVERLOAD_LOOP_DELAY: '24h' }),
    RATE_LIMIT_READS: 1,
  };
  let now = 0;
  const { list, close } = await admitting(async () => ({}), { settings, now: () => now });
  const statuses: number[] = [];
  try {
    for (const asked of [{ page: 1 }, {}, 'not JSON']) statuses.push(await list('ada', 0, asked));
    for (now of [1_999, 2_000]) statuses.push(await list('ada', 0, { page: 1 }));
    expect(statuses).toEqual([200, 200, 429, 429, 200]);
  } finally {
    await close();
  }
});

it('lets the reads of one account wait for each other, and no other account wait for them', async () => {
  const begun: string[] = [];
  const releases: (() => void)[] = [];
  const { admission, list, close } = await admitting(async ({ url, headers }) => {
    begun.push(`${headers.authorization} ${url}`);
    if (headers.authorization === 'ada') await new Promise<void>((release) => releases.push(release));
    return {};
  });
  try {
    const first = list('ada', 1);
    await until(() => begun.length === 1);
    const second = list('ada', 2);
    await until(() => admission.overload.lanes.read.waiting === 2);
    expect(await list('bola', 3)).toBe(200);
    expect(begun).toEqual(['ada /list/1', 'bola /list/3']);
    releases[0]!();
    expect(await first).toBe(200);
    await until(() => releases.length === 2);
    releases[1]!();
    expect(await second).toBe(200);
    await until(() => admission.overload.lanes.read.waiting === 0);
    expect(admission.accounts.of('ada', 0).inFlight).toBe(0);
  } finally {
    await close();
  }
});

it('neither runs nor counts a call whose client leaves before its session is found', async () => {
  const asked: { readonly request: FastifyRequest; find(): void }[] = [];
  let handled = 0;
  const { admission, list, pipeline, close } = await admitting(
    async () => {
      handled += 1;
      return {};
    },
    {
      callers: {
        callerOf: (request) =>
          new Promise((resolve) =>
            asked.push({ request, find: () => resolve({ userId: 'ada', role: 'user' }) }),
          ),
      },
    },
  );
  try {
    const socket = pipeline('ada', 1);
    await until(() => asked.length === 1);
    await cut(socket, asked[0]!.request);
    asked[0]!.find();
    const second = list('ada');
    await until(() => asked.length === 2);
    asked[1]!.find();
    expect(await second).toBe(200);
    expect(handled).toBe(1);
    await until(() => admission.overload.lanes.read.waiting === 0);
    expect(admission.accounts.of('ada', 0).inFlight).toBe(0);
  } finally {
    await close();
  }
});

it('counts no call that is sent before the answer to an earlier call of its connection', async () => {
  const begun: FastifyRequest[] = [];
  let release = (): void => undefined;
  const { admission, pipeline, close } = await admitting(async (request) => {
    begun.push(request);
    await new Promise<void>((resolve) => (release = resolve));
    return {};
  });
  const { read } = admission.overload.lanes;
  try {
    const socket = pipeline('ada', 11);
    await until(() => begun.length === 1);
    await until(() => begun[0]!.raw.socket.bytesRead === socket.bytesWritten);
    expect(read.waiting).toBe(1);
    await cut(socket, begun[0]!);
    release();
    await until(() => read.waiting === 0);
    expect([begun.length, admission.accounts.of('ada', 0).inFlight]).toEqual([1, 0]);

    const answered = pipeline('ada', 2);
    answered.setEncoding('utf8');
    let answers = '';
    answered.on('data', (text: string) => (answers += text));
    await until(() => begun.length === 2);
    release();
    await once(answered, 'close');
    expect(answers.match(/HTTP.*|connection: close|"code":"\w+"/g)).toEqual([
      'HTTP/1.1 200 OK',
      'HTTP/1.1 400 Bad Request',
      'connection: close',
      '"code":"INVALID_REQUEST"',
    ]);
  } finally {
    await close();
  }
});

it('answers 500 when looking up a signed-in account fails', async () => {
  const { list, close } = await admitting(async () => ({}), {
    callers: { callerOf: async () => ({ userId: 'ada', role: 'user' }) },
    users: {
      cachedById: () => {
        throw new Error('no accounts');
      },
    },
  });
  try {
    expect(await list('ada')).toBe(500);
  } finally {
    await close();
  }
});

it('refuses calls while new connections wait for the kernel to be accepted, and not afterwards', async () => {
  const reasons: string[] = [];
  let waiting = 4_096;
  const { list, close } = await admitting(
    async (_request, reply) => reply.header('connection', 'close').send({}) as object,
    {
      waitingForAccept: () => waiting,
      metrics: {
        shed: (reason) => reasons.push(reason),
        limited: () => undefined,
        limitedWebhook: () => undefined,
      },
    },
  );
  try {
    for (let n = 0, status = 200; status !== 503; n += 1) status = await list(`caller ${n}`);
    expect(new Set(reasons)).toEqual(new Set(['connections']));
    waiting = 0;
    const callers = Array.from({ length: 20 }, (_, n) => `caller ${n}`);
    await until(
      async () => (await Promise.all(callers.map((who) => list(who)))).every((status) => status === 200),
      'all calls are answered',
    );
  } finally {
    await close();
  }
});

describe('callers who have not signed in', () => {
  it('share the rate of their address, which customers at that address do not', async () => {
    await start({ RATE_LIMIT_ADDRESS: '1' });
    const unknown = { authorization: `Bearer nl_${'x'.repeat(43)}` };
    expect(codesOf(await many(100, () => buy(unknown)))).toEqual(new Set(['AUTH_REQUIRED', 'RATE_LIMITED']));
    const strangers = await many(100, () => api.ask('login', { email: 'a@b.test', password: 'x' }));
    expect(codesOf(strangers)).toContain('RATE_LIMITED');
    expect(codesOf(await many(50, () => buy(ADA)))).toEqual(new Set([200]));
    const browser = await api.browser('customer');
    expect(codesOf(await many(50, () => read(browser)))).toEqual(new Set([200]));
    for (const path of HEALTH) expect((await api.get(path)).status).toBe(200);
  });
});

describe('webhooks', () => {
  const webhook = (signature: string) =>
    api.post('/webhooks/monnify', { eventType: 'x' }, { 'monnify-signature': signature });

  it('with a wrong signature or path are answered 429 past the rate of their address, and no other calls are', async () => {
    await start({ RATE_LIMIT_ADDRESS: '3', RATE_LIMIT_READS: '100' });
    const codes = codesOf(await many(100, () => webhook('wrong')));
    expect(codes).toContain('RATE_LIMITED');
    expect(codes.size).toBe(2);
    const guesses = await many(100, () => api.post('/webhooks/vtpass/guessed', {}));
    expect(guesses.map(({ status }) => status)).toContain(429);
    expect((await api.get('/metrics')).body['text']).toMatch(/webhooks_limited_total [1-9]/);
    expect(codesOf(await many(20, () => buy(ADA)))).toEqual(new Set([200]));
  });

  it('are limited before the earlier ones are answered', async () => {
    await start({ RATE_LIMIT_ADDRESS: '3' });
    const headers = { 'content-type': 'application/json', 'content-length': '10' };
    // The bodies never arrive.
    const calls = Array.from({ length: 20 }, () =>
      request(`${api.url}/webhooks/monnify`, { method: 'POST', headers }).on('error', () => undefined),
    );
    const first = new Promise((resolve) => {
      for (const call of calls) call.once('response', ({ statusCode }) => resolve(statusCode));
    });
    for (const call of calls) call.flushHeaders();
    expect(await first).toBe(429);
    for (const call of calls) call.destroy();
  });

  it('wait apart from purchases', async () => {
    await start({ OVERLOAD_WAITING: '2' });
    const held = holdPurchases();
    const purchases = many(2, () => buy(ADA));
    await held.begun(2);
    expect((await buy(ADA)).body['code']).toBe('OVERLOADED');
    expect((await webhook('wrong')).status).toBe(401);
    held.release();
    expect(codesOf(await purchases)).toEqual(new Set([200]));
  });
});

it('answers all calls while bodies of strangers do not arrive', async () => {
  await start({ OVERLOAD_WAITING: '2' });
  const { hostname, port } = new URL(api.url);
  let heard = 0;
  api.app.getHttpServer().on('request', () => (heard += 1));
  const sockets = Array.from({ length: 4 }, () => connect(Number(port), hostname));
  for (const socket of sockets)
    socket.write(
      `POST ${CALLS.login.path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{`,
    );
  await until(() => heard >= 4, 'the calls without bodies arrive');
  expect(codesOf([await read(ADA), await buy(BOLA)])).toEqual(new Set([200]));
  for (const socket of sockets) socket.destroy();
});

describe('an overloaded server', () => {
  it('refuses reads first, then purchases and repeated ones, and never health or administrators', async () => {
    await start({ OVERLOAD_WAITING: '2', RATE_LIMIT_READS: '50', RATE_LIMIT_PURCHASES: '50' });
    const held = holdPurchases();
    const first = buy(ADA);
    await held.begun(1);
    const shed = await read(BOLA);
    expect(shed).toMatchObject({ status: 503, body: { code: 'OVERLOADED' } });
    expect(Number(shed.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(shed.headers.get('ratelimit-policy')).toBe('"read";q=50;w=1, "buy";q=50;w=1');
    const second = buy(BOLA, ORDER);
    await held.begun(2);
    expect((await buy({ ...BOLA, 'idempotency-key': 'again' })).body['code']).toBe('OVERLOADED');
    for (const path of HEALTH) expect((await api.get(path)).status).toBe(200);
    const administrator = await api.browser('admin', 'admin');
    for (const call of ['session', 'users'] as const)
      expect((await api.ask(call, {}, administrator)).body['code']).not.toBe('OVERLOADED');
    held.release();
    expect(codesOf(await Promise.all([first, second]))).toEqual(new Set([200]));
    expect(codesOf([await buy(ADA)])).toEqual(new Set([200]));
    expect((await api.get('/metrics')).body['text']).toMatch(/api_shed_total\{reason="waiting"\} 2/);
  });
});
