import type { Operations } from '../../api/operations.api.js';
import { useServiceName } from '../../domain/products.js';
import { lagosTime } from '../../ui/format.js';
import { Card } from '../../ui/layout/page.js';
import classes from './operations.module.css';

/** Which vendors nothing new of a service is sent to, and why. Nothing where there are none. */
export function PausedVendors({ pauses, vendors }: Pick<Operations, 'pauses' | 'vendors'>) {
  const serviceName = useServiceName();
  if (pauses.length === 0) return null;
  const nameOf = (code: number): string => vendors.find((vendor) => vendor.code === code)?.name ?? '';
  return (
    <Card title="Paused vendors">
      <ul className={classes.alerts} aria-label="Paused vendors">
        {pauses.map(({ id, service, vendor, reason, since, by }) => (
          <li key={id} className={classes.paused}>
            <strong>
              {vendor} {nameOf(vendor)} for {serviceName(service)}: {reason}
            </strong>
            <span className={classes.soft}>
              By {by} since {lagosTime(since)}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
