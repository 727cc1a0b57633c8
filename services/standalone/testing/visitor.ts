import { send, type Answer } from './callers.js';

/** A browser: keeps the cookies it is given, and sends the X-CSRFToken that belongs to them. */
export class Visitor {
  private readonly cookies = new Map<string, string>();
  /** The token of the last answer that held one. */
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

  /** Signs in; answers what the login answered. */
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
