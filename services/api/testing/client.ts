import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApi } from '../create-api.js';
import { stubbedProduct, type StubbedProduct, type StubStores } from './stub-deps.js';

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
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  /** Headers of a browser signed in as this person. */
  browser(
    userId: string,
    role?: 'user' | 'admin' | 'auditor',
  ): Promise<Record<string, string> & { accessToken: string }>;
}

/** The HTTP layer over a stubbed product, on a free port. */
export async function startTestApi(
  settings: Record<string, string> = {},
  webDir?: string,
  stores?: StubStores,
): Promise<TestApi> {
  const product = stubbedProduct(settings, webDir, stores);
  const app = await createApi(product.deps);
  await app.listen(0, '127.0.0.1');
  const url = await app.getUrl();
  const send = async (path: string, init: RequestInit): Promise<Answer> => {
    const answer = await fetch(new URL(path, url), init);
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.startsWith('application/json');
    return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(text) : { text } };
  };
  return {
    ...{ product, app, url },
    post: (path, body, headers = {}) =>
      send(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    get: (path, headers = {}) => send(path, { headers }),
    browser: async (userId, role = 'user') => {
      const { token, csrfToken, accessToken } = await product.sessions.start({ userId, role });
      const name = role === 'user' ? 'session' : 'admin_session';
      return { cookie: `${name}=${token}; csrftoken=${csrfToken}`, 'x-csrftoken': csrfToken, accessToken };
    },
  };
}
