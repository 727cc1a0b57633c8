import { useHeldByVendorsQuery, useOperationsQuery } from '../../api/operations.api.js';
import { useMay } from '../../api/use-signed-in.js';
import { LoadError } from '../../domain/load-error.js';
import { SkeletonRows } from '../../ui/feedback/loading.js';
import { Notice } from '../../ui/feedback/notice.js';
import { Page } from '../../ui/layout/page.js';
import type { KnownOfVendors } from './vendor-facts.js';
import { VendorCheck } from './vendor-check.js';
import { VendorRefusals } from './vendor-refusals.js';
import { VendorSwitch } from './vendor-switch.js';
import { CATEGORIES, useActiveVendorsQuery } from './vendors.api.js';
import classes from './vendor-switch-page.module.css';

const HEALTH_EVERY_MS = 10_000;
/**
 * Milliseconds between reloads. Not shorter, because the server asks vendors for balances only once a minute.
 */
const HELD_EVERY_MS = 60_000;

function useKnownOfVendors(): KnownOfVendors {
  const again = { skipPollingIfUnfocused: true, refetchOnMountOrArgChange: true };
  const { data: operations } = useOperationsQuery(undefined, { ...again, pollingInterval: HEALTH_EVERY_MS });
  const { data: held } = useHeldByVendorsQuery(undefined, { ...again, pollingInterval: HELD_EVERY_MS });
  return { held, health: operations && new Map(operations.vendors.map((vendor) => [vendor.code, vendor])) };
}

/** Reloads when the window gets the focus, because another administrator may have switched a vendor. */
export default function VendorSwitchPage() {
  const { data, error, refetch } = useActiveVendorsQuery(undefined, {
    refetchOnFocus: true,
    refetchOnMountOrArgChange: true,
  });
  const maySwitch = useMay('owner', 'finance');
  const known = useKnownOfVendors();
  return (
    <Page
      title="API Switch Control"
      lead="Who delivers from the next purchase on. What was bought before is delivered by whoever had it. Figures: all services, today and yesterday."
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
      {data ? <VendorRefusals vendors={data} mayEnd={maySwitch} /> : null}
      {data ? (
        <div className={classes.grid}>
          {CATEGORIES.map((category) => (
            <VendorSwitch
              key={category.call}
              category={category}
              vendors={data.vendors}
              active={data[category.active]}
              order={data.orders[category.service]}
              pauses={data.pauses.filter(({ service }) => service === category.service)}
              accountPauses={data.account_pauses}
              known={known}
              maySwitch={maySwitch}
            />
          ))}
        </div>
      ) : null}
      {data && maySwitch ? <VendorCheck /> : null}
    </Page>
  );
}
