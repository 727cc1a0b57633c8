import { Loader } from '@mantine/core';
import classes from './page-loader.module.css';

/** Shown while a page or its data is on the way. */
export function PageLoader() {
  return (
    <div className={classes.loader} role="status">
      <Loader size="sm" aria-hidden="true" />
      <p>We Are Preparing Your Data, Please wait...</p>
    </div>
  );
}
