import { useMay } from '../../api/use-signed-in.js';
import { LoadError } from '../../domain/load-error.js';
import { SkeletonRows } from '../../ui/feedback/loading.js';
import { Notice } from '../../ui/feedback/notice.js';
import { Page } from '../../ui/layout/page.js';
import { VendorSwitch } from './vendor-switch.js';
import { CATEGORIES, useActiveVendorsQuery } from './vendors.api.js';
import classes from './vendor-switch-page.module.css';

/** Which vendor delivers each service. Another administrator may switch it too: what is shown is asked again on return. */
export default function VendorSwitchPage() {
  const { data, error, refetch } = useActiveVendorsQuery(undefined, {
    refetchOnFocus: true,
    refetchOnMountOrArgChange: true,
  });
  const maySwitch = useMay('owner', 'finance');
  return (
    <Page
      title="API Switch Control"
      lead="Who delivers from the next purchase on. What was bought before is delivered by whoever had it."
    >
      {maySwitch ? null : (
        <Notice tone="info" announce={false}>
          You can look, not switch: this needs the permission finance or owner.
        </Notice>
      )}
      {!data && error ? (
        <LoadError error={error} fallback="The vendors could not be loaded." onRetry={() => void refetch()} />
      ) : null}
      {!data && !error ? <SkeletonRows rows={6} label="Loading the vendors" /> : null}
      {data ? (
        <div className={classes.grid}>
          {CATEGORIES.map((category) => (
            <VendorSwitch
              key={category.call}
              category={category}
              vendors={data.vendors}
              active={data[category.active]}
              order={data.orders[category.service]}
              maySwitch={maySwitch}
            />
          ))}
        </div>
      ) : null}
    </Page>
  );
}
