import type { PaymentProvider } from '../../vendors/payment-provider.js';
import type { callAddress } from './check-address.js';
import { type DoctorLine, right, wrong } from './doctor-line.js';

const CHECK = 'funding';
const LISTED_MS = 60_000;

export const NO_PROVIDER = wrong(
  CHECK,
  'no provider is on, so nobody can pay in by bank transfer: set FUNDING_PROVIDERS and the keys',
);

export interface CheckedProvider {
  readonly provider: Pick<PaymentProvider, 'code' | 'references'>;
  /**
   * Address of our webhook for the payment provider. Absent when no running server could receive a webhook.
   */
  readonly webhook?: URL;
}

/**
 * Asks the payment provider for the payments of the last minute. Then sends a webhook without a
 * signature to our server, which must refuse this webhook.
 */
export async function checkProvider(
  { provider, webhook }: CheckedProvider,
  { call, nowMs }: { readonly call: typeof callAddress; readonly nowMs: number },
): Promise<readonly DoctorLine[]> {
  const { code } = provider;
  const lines: DoctorLine[] = [];
  try {
    for await (const _ of provider.references(nowMs - LISTED_MS, nowMs)) break;
    lines.push(right(CHECK, `${code} lists payments with our keys`));
  } catch (error) {
    lines.push(wrong(CHECK, `${code}: ${(error as Error).message}: check its address and its keys`));
  }
  if (webhook) lines.push(await webhookLine(code, webhook, call));
  return lines;
}

async function webhookLine(code: string, webhook: URL, call: typeof callAddress): Promise<DoctorLine> {
  const answer = await call(webhook, 'POST').then(
    ({ status }) => `answers ${status}`,
    (error: unknown) => `is not reached (${(error as Error).message})`,
  );
  return answer === 'answers 401'
    ? right(CHECK, `register ${webhook.href} at ${code}: it is reached, and refuses what is not signed`)
    : wrong(CHECK, `${webhook.href} ${answer}, not 401: check the proxy`);
}
