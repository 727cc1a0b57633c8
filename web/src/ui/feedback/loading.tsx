import { Loader } from '@mantine/core';
import classes from './loading.module.css';
import { t } from '../../languages/language.js';

export function PageLoader() {
  return (
    <div className={classes.loader} role="status">
      <Loader size="sm" aria-hidden="true" />
      <p>{t('We Are Preparing Your Data, Please wait...')}</p>
    </div>
  );
}

export function SkeletonRows({
  rows = 4,
  label = t('Loading'),
}: {
  readonly rows?: number;
  readonly label?: string;
}) {
  return (
    <div className={classes.rows} role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} className={classes.row} />
      ))}
    </div>
  );
}
