import classes from './skeleton-rows.module.css';

/** Grey lines in the place of rows that are on their way. */
export function SkeletonRows({
  rows = 4,
  label = 'Loading',
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
