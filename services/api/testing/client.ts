import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { addressOf, CALLS, type CallName } from '../../contracts/calls.js';
import { createApi } from '../create-api.js';
import { stubbedProduct, type StubbedProduct, type StubStores } from './stub-rooms.js';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

export interface TestApi {
  readonly product: StubbedProduct;
  readonly app: NestFastifyApplication;
  readonly url: string;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** Sends a request of the contract. `:id` is replaced by an unknown id. */
  ask(name: CallName, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  send(method: string, path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  /**
   * Headers of a browser with a session.
   * @param since time of login, Unix ms
   */
  browser(
    userId: string,
    role?: 'user' | 'admin' | 'auditor',
    since?: number,
  ): Promise<Record<string, string> & { accessToken: string }>;
}

/** HTTP layer over a `stubbedProduct`, on a free port. */
export async function startTestApi(
  settings: Record<string, string> = {},
  webDir?: string,
  stores?: StubStores,
): Promise<TestApi> {
  const product = stubbedProduct(settings, webDir, stores);
  const app = await createApi(product.module, product);
  await app.listen(0, '127.0.0.1');
  const url = await app.getUrl();
  const send = async (path: string, init: RequestInit): Promise<Answer> => {
    const answer = await fetch(new URL(path, url), init);
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.startsWith('application/json');
    return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(text) : { text } };
  };
  const sendJson = (method: string, path: string, body: unknown, headers: Record<string, string> = {}) =>
    send(path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  return {
    product,
    app,
    url,
    send: sendJson,
    post: (path, body, headers) => sendJson('POST', path, body, headers),
    ask: (name, body, headers) => sendJson(CALLS[name].method, addressOf(CALLS[name], 'none'), body, headers),
    get: (path, headers = {}) => send(path, { headers }),
    browser: async (userId, role = 'user', since = Date.now()) => {
      const owner = { userId, role, credentialEpoch: 0 };
      const { token, csrfToken, accessToken } = await product.sessions.start(owner, since);
      const name = role === 'user' ? 'session' : 'admin_session';
      return { cookie: `${name}=${token}; csrftoken=${csrfToken}`, 'x-csrftoken': csrfToken, accessToken };
    },
  };
}
