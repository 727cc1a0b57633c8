import { brand } from '../../languages/brand.js';
import classes from './brand.module.css';

interface BrandProps {
  readonly dark?: boolean;
}

export function Brand({ dark }: BrandProps) {
  const { name, logo } = brand();
  if (logo) {
    const { ground, alone, ...picture } = logo;
    return (
      <span className={classes.brand}>
        <img {...picture} alt={alone ? name : ''} data-ground={ground} data-dark={dark} />
        {alone ? null : <span>{name}</span>}
      </span>
    );
  }
  return (
    <span className={classes.brand}>
      <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
        <rect width="32" height="32" rx="9" fill="var(--nl-fill)" />
        <path
          d="M10 23V9l12 14V9M7 14h18M7 18h18"
          fill="none"
          stroke="#fff"
          strokeWidth="2"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <span>{name}</span>
    </span>
  );
}

const LINES = 26;
const STEPS = 220;

function line(index: number): string {
  const points = Array.from({ length: STEPS + 1 }, (_, step) => {
    const angle = (step / STEPS) * 2 * Math.PI;
    const phase = (index / LINES) * 2 * Math.PI;
    const radius = 120 + 54 * Math.sin(6 * angle + phase) + 22 * Math.cos(9 * angle - phase);
    return `${(200 + radius * Math.cos(angle)).toFixed(1)} ${(200 + radius * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${points.join('L')}`;
}

let drawn: string | undefined;

/** Pattern behind the logo, computed at its first use, because its 5,700 points cost a phone 20 ms. */
const pattern = (): string => (drawn ??= Array.from({ length: LINES }, (_, index) => line(index)).join(''));

export function Guilloche({ className }: { readonly className: string | undefined }) {
  return (
    <svg viewBox="0 0 400 400" className={className} aria-hidden="true" focusable="false">
      <path
        d={pattern()}
        fill="none"
        stroke="#fff"
        strokeOpacity="0.13"
        strokeWidth="0.7"
        strokeLinejoin="round"
      />
    </svg>
  );
}
