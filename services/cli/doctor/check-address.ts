import { request as httpRequest } from 'node:http';
import { request } from 'node:https';
import type { TLSSocket } from 'node:tls';
import { timeoutSignal } from '../../../infra/host/timers.js';
import type { Config } from '../../runtime/config.js';
import { type DoctorLine, note, right, wrong } from './doctor-line.js';

const CHECK = 'address';
const TIMEOUT_MS = 10_000;
const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;
const LEFT_MIN_MS = 14 * DAY_HOURS * HOUR_MS;
/**
 * Smallest remaining share of a certificate's lifetime. Certificates are usually renewed when a third is
 * left.
 */
const LEFT_SHARE_MIN = 1 / 6;

/** Unix ms. */
interface Certificate {
  readonly begins: number;
  readonly ends: number;
}

export interface Answered {
  readonly status: number;
  /** Absent without TLS. */
  readonly certificate?: Certificate;
}

/** @throws Error with the code of the network or TLS fault, such as `CERT_HAS_EXPIRED` */
export function callAddress(url: URL, method: 'GET' | 'POST' = 'GET'): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? request : httpRequest;
    const headers = { 'content-type': 'application/json' };
    const options = { method, headers, agent: false, signal: timeoutSignal(TIMEOUT_MS) } as const;
    const call = send(url, options, (response) => {
      const shown = (response.socket as Partial<TLSSocket>).getPeerCertificate?.();
      response.resume();
      resolve({
        status: response.statusCode ?? 0,
        ...(shown && {
          certificate: { begins: Date.parse(shown.valid_from), ends: Date.parse(shown.valid_to) },
        }),
      });
    });
    call.on('error', (error: NodeJS.ErrnoException) => reject(new Error(error.code ?? error.name)));
    call.end(method === 'POST' ? '{}' : undefined);
  });
}

export interface CheckAddress {
  readonly call: typeof callAddress;
  /** False when no running server could answer at `PUBLIC_URL`. */
  readonly served: boolean;
  readonly nowMs: number;
}

export async function checkAddress(
  { PUBLIC_URL, TRUST_PROXY }: Pick<Config, 'PUBLIC_URL' | 'TRUST_PROXY'>,
  { call, served, nowMs }: CheckAddress,
): Promise<readonly DoctorLine[]> {
  if (PUBLIC_URL === undefined)
    return [wrong(CHECK, 'set PUBLIC_URL to the address that customers type, with https')];
  const lines: DoctorLine[] = [];
  if (!PUBLIC_URL.startsWith('https://')) lines.push(wrong(CHECK, 'PUBLIC_URL must begin with https://'));
  if ('hops' in TRUST_PROXY && TRUST_PROXY.hops === 0)
    lines.push(
      wrong(
        CHECK,
        'TRUST_PROXY is 0: all customers would share one limit; set it to 1 behind one proxy that overwrites X-Forwarded-For',
      ),
    );
  const address = new URL('/healthz', PUBLIC_URL);
  try {
    const { status, certificate } = await call(address);
    const until = certificate ? `, and its certificate lasts ${spanOf(certificate.ends - nowMs)}` : '';
    if (certificate && isEnding(certificate, nowMs))
      lines.push(wrong(CHECK, `the certificate ends in ${spanOf(certificate.ends - nowMs)}: renew it`));
    if (status === 200) lines.push(right(CHECK, `${address.origin} answers${until}`));
    else if (served)
      lines.push(wrong(CHECK, `${address.href} answers ${status}: the proxy does not pass it to the server`));
    else lines.push(note(CHECK, `${address.origin} answers ${status} while the server is stopped${until}`));
  } catch (error) {
    lines.push(
      wrong(
        CHECK,
        `${address.origin} is not reached (${(error as Error).message}): check DNS, proxy and TLS`,
      ),
    );
  }
  return lines;
}

const isEnding = ({ begins, ends }: Certificate, nowMs: number): boolean =>
  ends - nowMs < Math.min(LEFT_MIN_MS, (ends - begins) * LEFT_SHARE_MIN);

function spanOf(ms: number): string {
  const hours = Math.floor(ms / HOUR_MS);
  return hours < 2 * DAY_HOURS ? `${hours} hours` : `${Math.floor(hours / DAY_HOURS)} days`;
}
