import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { nowMs } from '../../../infra/host/clock.js';
import { networkPrefixOf } from '../../customers/login/subnet-of.js';
import { RuleBroken, type ErrorCode } from '../../contracts/errors.js';
import type { CallerGuard } from '../guards/caller.guard.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Notes that it was refused for its form: no page of ours sends such a thing. Absent where nobody counts. */
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
/** Beyond it the address that was quiet for longest is forgotten. */
const ADDRESSES_MAX = 20_000;

interface Window {
  count: number;
  /** Milliseconds since the epoch. */
  readonly endsAt: number;
}

/**
 * Counts malformed requests per address. In memory and per process on purpose: it saves the work of this process, and to
 * store each of them would be more work than reading it.
 */
export class MalformedRequests {
  private readonly windows = new LRUCache<string, Window>({ max: ADDRESSES_MAX });

  constructor(
    private readonly max: number,
    private readonly now: () => number = nowMs,
  ) {}

  note(address: string): void {
    const window = this.current(address);
    if (window) window.count += 1;
    else this.windows.set(networkPrefixOf(address), { count: 1, endsAt: this.now() + WINDOW_MS });
  }

  /** Milliseconds until the address may send again; 0 when it may. */
  waitMs(address: string): number {
    const window = this.current(address);
    return window && window.count >= this.max ? window.endsAt - this.now() : 0;
  }

  /** Nobody has sent anything malformed lately: there is nothing to look up. */
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
 * Before a body is read: an address that has sent too much that is malformed is told to wait. Thousands of people share
 * the address of a mobile operator, so whoever shows a session or an API token is let through.
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
    // Refused before anybody asked who it was: what a customer sends is not held against all behind one address.
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
        done(known ? undefined : new RuleBroken('RATE_LIMITED', { seconds: Math.ceil(waitMs / 1_000) })),
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
