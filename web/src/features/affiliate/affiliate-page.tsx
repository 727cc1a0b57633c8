import { Link } from 'react-router-dom';
import type { CallAnswer } from '../../../../services/contracts/calls.js';
import { api, reading } from '../../api/base-api.js';
import { LoadError } from '../../domain/load-error.js';
import { PageLoader } from '../../ui/feedback/loading.js';
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
  'Prices of the affiliate tier on everything you buy',
  'An API token, with which your own server buys for your customers',
  'The same wallet, the same history, the same receipts',
] as const;

export default function AffiliatePage() {
  const { data: quote, error, refetch } = useUpgradeQuoteQuery();
  return (
    <Page title="Upgrade To API" lead="The program for resellers." narrow>
      <Card>
        <ul className={classes.benefits}>
          {BENEFITS.map((benefit) => (
            <li key={benefit}>
              <CheckIcon strokeWidth={2.5} />
              {benefit}
            </li>
          ))}
        </ul>
        {!quote && error ? (
          <LoadError error={error} fallback="Failed to fetch price" onRetry={() => void refetch()} />
        ) : null}
        {!quote && !error ? <PageLoader /> : null}
        {quote?.tier === 'affiliate' ? (
          <Notice
            tone="good"
            announce={false}
            title="You are an Affiliate User."
            action={<Link to="/profile">Your API token</Link>}
          >
            <Link to="/documentation">Read how to use the API</Link>
          </Notice>
        ) : null}
        {quote?.tier === 'regular' ? <UpgradeForm quote={quote} /> : null}
      </Card>
      <p>
        <Link to="/market">See what other plans are coming</Link>
      </p>
    </Page>
  );
}
