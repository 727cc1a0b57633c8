import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** Who asks, as the connection says it: not as a header claims. */
export interface Asking {
  readonly remoteAddress: string | undefined;
  readonly headers: IncomingHttpHeaders;
}

/** A proxy on this machine adds one of them for whoever it speaks for. */
const FORWARDED = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'] as const;
const LOOPBACK = /^(?:::ffff:)?127\.|^::1$/;
const BEARER = /^Bearer +(\S{1,256})$/i;

/**
 * Who may see figures and faults of a process. They tell a competitor what is sold and an attacker what hurts, so in
 * production only this machine itself, as health checks of containers do, and whoever has METRICS_TOKEN.
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

/** Of one length whatever the text, so that comparing takes one time. */
const digest = (text: string): Buffer => hash('sha256', text, 'buffer');
