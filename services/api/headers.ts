import type { FastifyReply } from 'fastify';

const YEAR_SECONDS = 31_536_000;

/** Headers of every page and file of the web. Styles need the nonce; nothing inline may run. */
export function webHeaders(reply: FastifyReply, nonce: string, secure: boolean): FastifyReply {
  if (secure) reply.header('strict-transport-security', `max-age=${YEAR_SECONDS}; includeSubDomains`);
  return reply
    .header(
      'content-security-policy',
      `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data:; font-src 'self'; ` +
        `connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; object-src 'none'`,
    )
    .header('x-content-type-options', 'nosniff')
    .header('x-frame-options', 'DENY')
    .header('referrer-policy', 'no-referrer')
    .header(
      'permissions-policy',
      'camera=(), geolocation=(), microphone=(), payment=(), usb=(), clipboard-write=(self)',
    )
    .header('cross-origin-opener-policy', 'same-origin');
}

/** Headers of every other answer: nobody keeps it, nobody guesses its type. */
export const unsharedAnswer = (reply: FastifyReply): FastifyReply =>
  reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff');
