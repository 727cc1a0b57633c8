import classes from './brand.module.css';

/** The name and mark of the product: an N with the two bars of the naira. */
export function Brand() {
  return (
    <span className={classes.brand}>
      <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
        <rect width="32" height="32" rx="9" fill="#0b6b62" />
        <path
          d="M10 23V9l12 14V9M7 14h18M7 18h18"
          fill="none"
          stroke="#fff"
          strokeWidth="2"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <span>Naira Ledger</span>
    </span>
  );
}
