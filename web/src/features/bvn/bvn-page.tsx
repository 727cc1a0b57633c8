import { Link } from 'react-router-dom';
import type { CallAnswer } from '../../../../services/contracts/calls.js';
import { api, reading } from '../../api/base-api.js';
import { buyer } from '../../domain/buyer.js';
import { LoadError } from '../../domain/load-error.js';
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
      title="Verify BVN"
      lead={
        buyer().house
          ? 'Compares what somebody says with their Bank Verification Number.'
          : 'Your Bank Verification Number proves who you are.'
      }
      narrow
    >
      {!data && error ? (
        <LoadError
          error={error}
          fallback="Your BVN status could not be loaded."
          onRetry={() => void refetch()}
        />
      ) : null}
      {!data && !error ? <PageLoader /> : null}
      {data?.verified ? (
        <Card>
          <Notice
            tone="good"
            announce={false}
            title={`Your BVN ending ${data.last_four} is verified.`}
            action={<Link to="/home">Go to the dashboard</Link>}
          >
            The number itself is not kept.
          </Notice>
        </Card>
      ) : null}
      {data && !data.verified ? <BvnForm status={data} /> : null}
    </Page>
  );
}
