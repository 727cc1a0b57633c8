import type { Operations } from '../../api/operations.api.js';
import { howItEnds, whoPaused } from '../../domain/operations-words.js';
import { useServiceName } from '../../domain/products.js';
import { lagosTime } from '../../ui/format.js';
import { Card } from '../../ui/layout/page.js';
import classes from './operations.module.css';

export function PausedVendors({ pauses, vendors }: Pick<Operations, 'pauses' | 'vendors'>) {
  const serviceName = useServiceName();
  if (pauses.length === 0) return null;
  const nameOf = (code: number): string => vendors.find((vendor) => vendor.code === code)?.name ?? '';
  return (
    <Card title="Paused vendors">
      <ul className={classes.alerts} aria-label="Paused vendors">
        {pauses.map((pause) => (
          <li key={pause.id} className={classes.paused}>
            <strong>
              {pause.vendor} {nameOf(pause.vendor)} for {serviceName(pause.service)}: {pause.reason}
            </strong>
            <span className={classes.soft}>
              Paused {whoPaused(pause)} since {lagosTime(pause.since)}
              {pause.automatic ? `. ${howItEnds(pause)}` : ''}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
