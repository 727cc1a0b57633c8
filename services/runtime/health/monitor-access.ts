import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** Request to one of the pages for monitoring, such as health or metrics. */
export interface Asking {
  readonly remoteAddress: string | undefined;
  readonly headers: IncomingHttpHeaders;
}

const FORWARDED = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'] as const;
const LOOPBACK = /^(?:::ffff:)?127\.|^::1$/;
const BEARER = /^Bearer +(\S{1,256})$/i;

/**
 * Decides which requests may see figures and faults, because both could help an attacker. In
 * production, only requests from this machine and requests with `METRICS_TOKEN` may see them.
 */
export class MonitorAccess {
  private readonly tokenDigest: Buffer | undefined;

  constructor(
    private readonly settings: { readonly production: boolean; readonly METRICS_TOKEN?: string | undefined },
  ) {
    this.tokenDigest = settings.METRICS_TOKEN === undefined ? undefined : digest(settings.METRICS_TOKEN);
  }

  allows({ remoteAddress = '', headers }: Asking): boolean {
    if (!this.settings.production) return true;
    const shown = BEARER.exec(headers.authorization ?? '')?.[1];
    if (this.tokenDigest && shown !== undefined && timingSafeEqual(digest(shown), this.tokenDigest))
      return true;
    return LOOPBACK.test(remoteAddress) && FORWARDED.every((name) => headers[name] === undefined);
  }
}

const digest = (text: string): Buffer => hash('sha256', text, 'buffer');
