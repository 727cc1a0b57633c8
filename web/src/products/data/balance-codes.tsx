import type { NetworkCode } from '../../../../services/contracts/fields/codes.js';
import { NetworkBadge, networkName } from '../../domain/brands/network.js';
import { t } from '../../languages/language.js';
import { Card } from '../../ui/layout/page.js';
import classes from './balance-codes.module.css';

const CODES: readonly { readonly network: NetworkCode; readonly plan?: string; readonly code: string }[] = [
  { network: 1, plan: 'SME', code: '*461*4#' },
  { network: 1, plan: 'Gifting', code: '*131*4#' },
  { network: 2, code: '*127*0#' },
  { network: 3, code: '*140#' },
  { network: 4, code: '*228#' },
];

export function BalanceCodes() {
  return (
    <Card title={t('Check your data balance')}>
      <ul className={classes.codes}>
        {CODES.map(({ network, plan, code }) => (
          <li key={code}>
            <NetworkBadge network={network} />
            <span>
              {networkName(network)}
              {plan ? ` ${plan}` : ''}
            </span>
            <a
              href={`tel:${code.replace('#', '%23')}`}
              aria-label={t('Dial {code} for {network} {plan}', {
                code,
                network: networkName(network),
                plan: plan ?? '',
              })}
            >
              {code}
            </a>
          </li>
        ))}
      </ul>
    </Card>
  );
}
