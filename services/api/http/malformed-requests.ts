import type { FastifyInstance, FastifyRequest } from 'fastify';
import { boundedCache } from '../../../infra/limits/bounded-cache.js';
import { monotonicMs } from '../../../infra/host/clock.js';
import { networkPrefixOf } from '../../customers/login/subnet-of.js';
import { RuleBroken, type ErrorCode } from '../../contracts/errors.js';
import type { CallerGuard } from '../guards/caller.guard.js';

declare module 'fastify' {
  interface FastifyRequest {
    noteMalformed?(): void;
  }
}

const MALFORMED: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'INVALID_JSON',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'VALIDATION_FAILED',
  'INVALID_PHONE',
]);

export const isMalformed = (code: ErrorCode): boolean => MALFORMED.has(code);

const WINDOW_MS = 60_000;
const ADDRESSES_MAX = 20_000;

interface Window {
  count: number;
  readonly endsAt: number;
}

/** Counts in memory, because storing a count would cost more than reading the request. */
export class MalformedRequests {
  private readonly windows = boundedCache<string, Window>(ADDRESSES_MAX);

  constructor(
    private readonly max: number,
    private readonly now: () => number = monotonicMs,
  ) {}

  note(address: string): void {
    const window = this.current(address);
    if (window) window.count += 1;
    else this.windows.set(networkPrefixOf(address), { count: 1, endsAt: this.now() + WINDOW_MS });
  }

  /** Returns the milliseconds until the address may send requests again, or 0 when it may send now. */
  waitMs(address: string): number {
    const window = this.current(address);
    return window && window.count >= this.max ? window.endsAt - this.now() : 0;
  }

  get none(): boolean {
    return this.windows.size === 0;
  }

  private current(address: string): Window | undefined {
    const network = networkPrefixOf(address);
    const window = this.windows.get(network);
    if (!window || window.endsAt > this.now()) return window;
    this.windows.delete(network);
    return undefined;
  }
}

/**
 * Refuses requests from an address that has sent too many malformed requests. The refusal comes
 * before the body is read. Signed-in callers pass, because many customers share the address of
 * their mobile operator.
 */
export function limitMalformed(
  server: FastifyInstance,
  malformed: MalformedRequests,
  callers: Pick<CallerGuard, 'callerOf'>,
): void {
  server.decorateRequest('noteMalformed', function (this: FastifyRequest): void {
    if (this.caller) return;
    const { ip, headers } = this;
    if (headers.authorization === undefined && headers.cookie === undefined) malformed.note(ip);
    else
      void isKnown(this, callers).then(
        (known) => known || malformed.note(ip),
        () => undefined,
      );
  });
  server.addHook('onRequest', (request, _reply, done) => {
    if (malformed.none || !request.routeOptions.config.rules?.call) return done();
    const waitMs = malformed.waitMs(request.ip);
    if (waitMs === 0) return done();
    isKnown(request, callers).then(
      (known) =>
        done(
          known
            ? undefined
            : new RuleBroken('RATE_LIMITED', { seconds: Math.ceil(waitMs / 1_000), policy: 'address' }),
        ),
      done,
    );
  });
}

/** @throws SessionsUnavailable */
async function isKnown(request: FastifyRequest, callers: Pick<CallerGuard, 'callerOf'>): Promise<boolean> {
  try {
    await callers.callerOf(request, 'session');
    return true;
  } catch (error) {
    if (error instanceof RuleBroken) return false;
    throw error;
  }
}
