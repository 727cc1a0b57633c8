import { send, type Answer } from './callers.js';

/** Imitates a browser: keeps cookies and sends the matching `X-CSRFToken`. */
export class Visitor {
  private readonly cookies = new Map<string, string>();
  /** Newest access token in any answer. */
  accessToken = '';

  constructor(private readonly url: string) {}

  async post(
    path: string,
    body: unknown = {},
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    const cookie = Array.from(this.cookies, ([name, value]) => `${name}=${value}`).join('; ');
    const answer = await send(this.url + path, 'POST', body, {
      ...headers,
      cookie,
      'x-csrftoken': this.cookies.get('csrftoken') ?? '',
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (!name) continue;
      if (/Max-Age=0/.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value ?? '');
    }
    if (typeof answer.body['access_token'] === 'string') this.accessToken = answer.body['access_token'];
    return answer;
  }

  /** Returns the answer to the login. */
  login(email: string, password: string): Promise<Answer> {
    return this.post('/api/user_login/', { email, password, login_device: 1 });
  }

  cookie(name: string): string | undefined {
    return this.cookies.get(name);
  }

  forget(name: string): void {
    this.cookies.delete(name);
  }
}
