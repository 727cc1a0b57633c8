import { expect, it } from '@jest/globals';
import type { ExecutionContext } from '@nestjs/common';
import { RuleBroken } from '../../contracts/errors.js';
import { CsrfGuard } from './csrf.guard.js';

const PUBLIC_URL = 'https://wallet.example/';

/** Answer to a login page that sends these headers. */
function told(headers: Readonly<Record<string, string>>, production: boolean): string {
  const guard = new CsrfGuard(
    { verifyCsrf: () => true, verifyAccessToken: () => true },
    { PUBLIC_URL, production },
  );
  const rules = { access: 'public', kind: 'changes', sameSite: true };
  const request = { headers, routeOptions: { config: { rules } } };
  try {
    guard.canActivate({ getArgByIndex: () => request } as Partial<ExecutionContext> as ExecutionContext);
    return 'accepted';
  } catch (error) {
    return error instanceof RuleBroken ? error.code : String(error);
  }
}

it.each([
  ['https://wallet.example', 'wallet.example', 'accepted', 'accepted'],
  ['https://wallet.example', 'api:3000', 'accepted', 'accepted'],
  ['https://evil.test', 'wallet.example', 'CROSS_SITE', 'CROSS_SITE'],
  // A proxy that passes any `host` on, or a name that an attacker points at the server.
  ['https://evil.test', 'evil.test', 'CROSS_SITE', 'accepted'],
  ['http://wallet.example', 'wallet.example', 'CROSS_SITE', 'accepted'],
  ['http://127.0.0.1:3000', '127.0.0.1:3000', 'CROSS_SITE', 'accepted'],
  ['null', 'wallet.example', 'CROSS_SITE', 'CROSS_SITE'],
])(
  'the origin %s at the host %s is %s in production, and otherwise %s',
  (origin, host, inProduction, else_) => {
    expect([told({ origin, host }, true), told({ origin, host }, false)]).toEqual([inProduction, else_]);
  },
);

it('accepts programs, which send no origin, in production', () => {
  expect(told({ host: 'evil.test' }, true)).toBe('accepted');
});
