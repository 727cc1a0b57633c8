import type { IncomingHttpHeaders } from 'node:http';
import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { CONFIG } from '../../../infra/config/settings.js';
import type { Config } from '../../runtime/config.js';
import { CSRF_HEADER, TOKEN_FIELDS } from '../../contracts/calls.js';
import { RuleBroken } from '../../contracts/errors.js';
import { Sessions } from '../../customers/login/sessions.js';
import { rulesOf } from './route-rules.js';
import type { Caller } from './caller.js';

/**
 * Refuses requests from other sites, requests with another session's token in the body, and requests that
 * change data without the session's CSRF token.
 */
@Injectable()
export class CsrfGuard implements CanActivate {
  private readonly ownOrigins: OwnOrigins;

  constructor(
    @Inject(Sessions) private readonly sessions: Pick<Sessions, 'verifyCsrf' | 'verifyAccessToken'>,
    @Inject(CONFIG) { PUBLIC_URL, production }: Pick<Config, 'PUBLIC_URL' | 'production'>,
  ) {
    this.ownOrigins = { ofSetting: PUBLIC_URL && new URL(PUBLIC_URL).origin, alsoOfHost: !production };
  }

  canActivate(context: ExecutionContext): true {
    const request = context.getArgByIndex<FastifyRequest>(0);
    const { sameSite, kind } = rulesOf(request);
    if (sameSite && fromAnotherSite(request.headers, this.ownOrigins)) throw new RuleBroken('CROSS_SITE');
    const { caller } = request;
    if (!caller) return true;
    this.checkBodyTokens(request.body, caller);
    if (
      kind === 'changes' &&
      caller.session &&
      !this.sessions.verifyCsrf(caller.session, csrfHeader(request))
    )
      throw new RuleBroken('CSRF_FAILED');
    return true;
  }

  /**
   * Refuses a request whose body has the token of another session. A correct token is no proof that our page
   * sent the request.
   */
  private checkBodyTokens(body: unknown, caller: Caller): void {
    if (typeof body !== 'object' || body === null) return;
    for (const field of TOKEN_FIELDS) {
      const token: unknown = (body as Record<string, unknown>)[field];
      if (typeof token !== 'string' || token === '') continue;
      const owned = caller.session
        ? this.sessions.verifyAccessToken(caller.session, token)
        : token === caller.apiToken;
      if (!owned) throw new RuleBroken('SESSION_EXPIRED');
    }
  }
}

const csrfHeader = (request: FastifyRequest): string => {
  const header = request.headers[CSRF_HEADER];
  return typeof header === 'string' ? header : '';
};

interface OwnOrigins {
  /** Origin of `PUBLIC_URL`. Always present in production. */
  readonly ofSetting: string | undefined;
  /**
   * True outside of production, where a page has many addresses. An origin that matches the header `host` is
   * then accepted too.
   */
  readonly alsoOfHost: boolean;
}

/** Returns false without the headers `sec-fetch-site` and `origin`, because only browsers send them. */
function fromAnotherSite(headers: IncomingHttpHeaders, { ofSetting, alsoOfHost }: OwnOrigins): boolean {
  if (headers['sec-fetch-site'] === 'cross-site') return true;
  const { origin, host } = headers;
  if (origin === undefined || origin === ofSetting) return false;
  if (!alsoOfHost) return true;
  return origin !== `http://${host}` && origin !== `https://${host}`;
}
