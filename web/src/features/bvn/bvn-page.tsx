import { Link } from 'react-router-dom';
import { useBvnStatusQuery } from '../../api/catalogue.api.js';
import { Card } from '../../ui/card.js';
import { LoadError } from '../../ui/load-error.js';
import { Notice } from '../../ui/notice.js';
import { Page } from '../../ui/page.js';
import { PageLoader } from '../../ui/page-loader.js';
import { BvnForm } from './bvn-form.js';

export default function BvnPage() {
  const { data, error, refetch } = useBvnStatusQuery();
  return (
    <Page title="Verify BVN" lead="Your Bank Verification Number proves who you are." narrow>
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
