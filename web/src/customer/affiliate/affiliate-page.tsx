import { Link } from 'react-router-dom';
import type { CallAnswer } from '../../../../services/contracts/calls.js';
import { api, reading } from '../../api/base-api.js';
import { LoadError } from '../../domain/load-error.js';
import { msg, t } from '../../languages/language.js';
import { SkeletonRows } from '../../ui/feedback/loading.js';
import { Notice } from '../../ui/feedback/notice.js';
import { CheckIcon } from '../../ui/icons.js';
import { Card, Page } from '../../ui/layout/page.js';
import { UpgradeForm } from './upgrade-form.js';
import classes from './affiliate-page.module.css';

const affiliateApi = api.injectEndpoints({
  endpoints: (build) => ({
    upgradeQuote: build.query<CallAnswer<'upgradeQuote'>, void>({
      query: () => reading('upgradeQuote', {}),
      providesTags: ['Wallet', 'Catalogue'],
    }),
  }),
});
const { useUpgradeQuoteQuery } = affiliateApi;

const BENEFITS = [
  msg('Prices of the affiliate tier on everything you buy'),
  msg('An API token, with which your own server buys for your customers'),
  msg('The same wallet, the same history, the same receipts'),
] as const;

export default function AffiliatePage() {
  const { data: quote, error, refetch } = useUpgradeQuoteQuery();
  return (
    <Page title={t('Upgrade To API')} lead={t('The program for resellers.')} narrow>
      <Card>
        <ul className={classes.benefits}>
          {BENEFITS.map((benefit) => (
            <li key={t(benefit)}>
              <CheckIcon strokeWidth={2.5} />
              {t(benefit)}
            </li>
          ))}
        </ul>
        {!quote && error ? (
          <LoadError error={error} fallback={t('Failed to fetch price')} onRetry={() => void refetch()} />
        ) : null}
        {!quote && !error ? <SkeletonRows rows={5} /> : null}
        {quote?.tier === 'affiliate' ? (
          <Notice
            tone="good"
            announce={false}
            title={t('You are an Affiliate User.')}
            action={<Link to="/profile">{t('Your API token')}</Link>}
          >
            <Link to="/documentation">{t('Read how to use the API')}</Link>
          </Notice>
        ) : null}
        {quote?.tier === 'regular' ? <UpgradeForm quote={quote} /> : null}
      </Card>
      <p>
        <Link to="/market">{t('See what other plans are coming')}</Link>
      </p>
    </Page>
  );
}
