import { request as httpRequest } from 'node:http';
import { request } from 'node:https';
import type { TLSSocket } from 'node:tls';
import { timeoutSignal } from '../../../infra/host/timers.js';
import type { Config } from '../../runtime/config.js';
import { type DoctorLine, note, right, wrong } from './doctor-line.js';

const CHECK = 'address';
const TIMEOUT_MS = 10_000;
const DAY_MS = 24 * 3_600_000;
/** Certificates of Let's Encrypt are renewed 30 days before their end. */
const CERTIFICATE_DAYS_MIN = 14;

export interface Answered {
  readonly status: number;
  /** Unix ms; absent without TLS. */
  readonly certificateEndsAt?: number;
}

/** @throws with the code of the fault, such as `CERT_HAS_EXPIRED` */
export function callAddress(url: URL, method: 'GET' | 'POST' = 'GET'): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? request : httpRequest;
    const headers = { 'content-type': 'application/json' };
    const options = { method, headers, agent: false, signal: timeoutSignal(TIMEOUT_MS) } as const;
    const call = send(url, options, (response) => {
      const certificate = (response.socket as Partial<TLSSocket>).getPeerCertificate?.();
      response.resume();
      resolve({
        status: response.statusCode ?? 0,
        ...(certificate && { certificateEndsAt: Date.parse(certificate.valid_to) }),
      });
    });
    call.on('error', (error: NodeJS.ErrnoException) => reject(new Error(error.code ?? error.name)));
    call.end(method === 'POST' ? '{}' : undefined);
  });
}

export interface CheckAddress {
  readonly call: typeof callAddress;
  /** False while no server runs that could answer. */
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
    const { status, certificateEndsAt } = await call(address);
    const days = certificateEndsAt === undefined ? undefined : (certificateEndsAt - nowMs) / DAY_MS;
    const until = days === undefined ? '' : `, and its certificate lasts ${Math.floor(days)} days`;
    if (days !== undefined && days < CERTIFICATE_DAYS_MIN)
      lines.push(wrong(CHECK, `the certificate ends in ${Math.floor(days)} days: renew it`));
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
