import { Page } from '../../ui/layout/page.js';
import { api, reading } from '../../api/base-api.js';
import { useMay } from '../../api/use-signed-in.js';
import { LoadError } from '../../domain/load-error.js';
import { SkeletonRows } from '../../ui/feedback/loading.js';
import { Notice } from '../../ui/feedback/notice.js';
import { BrandForm, type OwnBrand } from './brand-form.js';
import { LegalPagesCard } from './legal-pages-card.js';
import { LogoCard } from './logo-card.js';

const { useOwnBrandQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    ownBrand: build.query<OwnBrand, void>({
      query: () => reading('ownBrand', {}),
      providesTags: ['Terms', 'Approvals'],
    }),
  }),
});

export default function BrandPage() {
  const { data, error, refetch } = useOwnBrandQuery();
  const maySet = useMay('owner');
  return (
    <Page title="Brand" lead="The name, the logo, the colours and the contacts that customers see." narrow>
      {data?.waiting.map((contacts) => (
        <Notice key={contacts} tone="info" announce={false} title="Another owner has to agree">
          <p>{contacts}</p>
        </Notice>
      ))}
      {!data && error ? (
        <LoadError error={error} fallback="The brand could not be loaded." onRetry={() => void refetch()} />
      ) : null}
      {!data && !error ? <SkeletonRows rows={6} label="Loading the brand" /> : null}
      {data ? <BrandForm key={data.version} own={data} maySet={maySet} /> : null}
      {data ? <LogoCard key={`logo ${data.logo_version}`} own={data} maySet={maySet} /> : null}
      {data ? <LegalPagesCard maySet={maySet} /> : null}
      {data && !maySet ? (
        <Notice tone="info" announce={false}>
          Changing the brand needs the permission owner.
        </Notice>
      ) : null}
    </Page>
  );
}
