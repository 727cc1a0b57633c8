import { Link } from 'react-router-dom';
import { SERVICE_NAMES } from '../../../../services/contracts/services.js';
import { Notice } from '../../ui/feedback/notice.js';
import type { AdminPath } from './admin-paths.js';
import { usePausedVendorsQuery } from './waiting.api.js';

const SWITCH: AdminPath = '/switch-api';

/** Renders an empty live region, so that screen readers notice later text. */
export function PausedNotice() {
  const { data = [] } = usePausedVendorsQuery();
  return (
    <div role="status" aria-label="Paused now">
      {data.length > 0 ? (
        <Notice
          tone="warn"
          announce={false}
          title={data
            .map(({ name, service }) => `${name} is paused for ${SERVICE_NAMES[service]}`)
            .join(', ')}
          action={<Link to={SWITCH}>See why</Link>}
        >
          {data[0]?.reason}. Purchases go to other vendors, or wait until a purchase that probes it is
          delivered.
        </Notice>
      ) : null}
    </div>
  );
}
