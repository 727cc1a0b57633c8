import type { Service } from '../../../services/contracts/services.js';
import type { NetworkCode } from '../../../services/contracts/fields/codes.js';
import { useServiceHealthQuery } from '../api/catalog.api.js';
import { t } from '../languages/language.js';
import { FormNote } from '../ui/form/form.js';
import { Notice } from '../ui/feedback/notice.js';
import { networkName } from './brands/network.js';
import { useServiceName } from './products.js';

const ASK_AGAIN_MS = 30_000;

interface ProviderHealthProps {
  /**
   * Position of the text: above or below the form. Good news is shown only `below`, because the text loads
   * late and would move the fields.
   */
  readonly stands: 'above' | 'below';
  readonly service: Service;
  readonly network?: NetworkCode | undefined;
}

export function ProviderHealth({ stands, service, network }: ProviderHealthProps) {
  const nameOf = useServiceName();
  const { data } = useServiceHealthQuery(undefined, {
    pollingInterval: ASK_AGAIN_MS,
    skipPollingIfUnfocused: true,
  });
  const own = data?.find((row) => row.service === service && row.network === network);
  const shown = own && own.health !== 'unknown' ? own : data?.find((row) => row.service === service);
  if (!shown || shown.health === 'unknown' || (shown.health === 'good') !== (stands === 'below')) return null;
  const name = nameOf(service);
  const thing =
    shown.network === undefined ? name : `${networkName(shown.network as NetworkCode)} ${name.toLowerCase()}`;
  const { health, success_rate: rate, median_seconds: seconds } = shown;
  const delivered =
    rate === null
      ? ''
      : t('{rate}% delivered in the last 30 minutes', { rate: Math.floor(rate * 100 + 1e-6) });
  const usually = seconds === null ? '' : t('usually delivered in {time}', { time: timeText(seconds) });
  const facts = `${thing}: ${[usually, delivered].filter(Boolean).join('; ')}.`;
  if (health === 'good') return <FormNote>{facts}</FormNote>;
  return (
    <Notice
      tone="warn"
      announce={false}
      title={
        health === 'slow' ? t('The network is slow now') : t('Many purchases are not delivered right now')
      }
    >
      {facts}{' '}
      {health === 'slow' ? t('It may take longer than usual.') : t('What is not delivered is refunded.')}
    </Notice>
  );
}

/** Text of a duration: 3.8 seconds become `4 s`, and 95 seconds become `2 min`. */
function timeText(seconds: number): string {
  if (seconds < 1) return t('under {time}', { time: '1 s' });
  return seconds < 90 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;
}
