import { Link } from 'react-router-dom';
import type { CallAnswer } from '../../../../services/contracts/calls.js';
import { api, reading } from '../../api/base-api.js';
import { buyer } from '../../domain/buyer.js';
import { LoadError } from '../../domain/load-error.js';
import { t } from '../../languages/language.js';
import { PageLoader } from '../../ui/feedback/loading.js';
import { Notice } from '../../ui/feedback/notice.js';
import { Card, Page } from '../../ui/layout/page.js';
import { BvnForm } from './bvn-form.js';

const bvnApi = api.injectEndpoints({
  endpoints: (build) => ({
    bvnStatus: build.query<CallAnswer<'bvnStatus'>, void>({
      query: () => reading('bvnStatus', {}),
      providesTags: ['Wallet'],
    }),
  }),
});
const { useBvnStatusQuery } = bvnApi;

export default function BvnPage() {
  const { data, error, refetch } = useBvnStatusQuery();
  return (
    <Page
      title={t('Verify BVN')}
      lead={
        buyer().house
          ? t('Compares what somebody says with their Bank Verification Number.')
          : t('Your Bank Verification Number proves who you are.')
      }
      narrow
    >
      {!data && error ? (
        <LoadError
          error={error}
          fallback={t('Your BVN status could not be loaded.')}
          onRetry={() => void refetch()}
        />
      ) : null}
      {!data && !error ? <PageLoader /> : null}
      {data?.verified ? (
        <Card>
          <Notice
            tone="good"
            announce={false}
            title={t('Your BVN ending {lastFour} is verified.', { lastFour: data.last_four })}
            action={<Link to="/home">{t('Go to the dashboard')}</Link>}
          >
            {t('The number itself is not kept.')}
          </Notice>
        </Card>
      ) : null}
      {data && !data.verified ? <BvnForm status={data} /> : null}
    </Page>
  );
}
