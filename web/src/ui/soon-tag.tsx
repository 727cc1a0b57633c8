import classes from './soon-tag.module.css';

/** Marks what is announced but not built. */
export function SoonTag() {
  return <span className={classes.tag}>Coming soon</span>;
}
