import classes from './donut-chart.module.css';

export interface Slice {
  readonly key: string;
  readonly label: string;
  /** Size of the slice. A slice of 0 or less is not drawn. */
  readonly value: number;
  readonly text: string;
}

interface DonutChartProps {
  readonly slices: readonly Slice[];
  readonly total: string;
  readonly name: string;
  /** Alternative text. */
  readonly summary: string;
}

const SIZE = 200;
const RADIUS = 82;
const AROUND = 2 * Math.PI * RADIUS;
/** Gap between two slices, in units of the viewBox. */
const GAP = 3;
/** Number of characters that fit into the ring. A longer `total` gets a smaller font. */
const FITS = 11;
/**
 * Number of colours. The largest slices get different colours, and all remaining slices share the last
 * colour.
 */
const TONES = 6;

export function DonutChart({ slices, total, name, summary }: DonutChartProps) {
  const parts = partsOf(slices);
  const gap = parts.length > 1 ? GAP : 0;
  return (
    <div className={classes.frame}>
      <div className={classes.ring}>
        <svg viewBox={`0 0 ${SIZE} ${SIZE}`} role="img" aria-label={summary}>
          <circle className={classes.track} cx={SIZE / 2} cy={SIZE / 2} r={RADIUS} />
          {parts.map(({ key, label, text, share, before, tone }) => (
            <circle
              key={key}
              className={classes.slice}
              data-tone={tone}
              cx={SIZE / 2}
              cy={SIZE / 2}
              r={RADIUS}
              strokeDasharray={`${Math.max(1, share * AROUND - gap)} ${AROUND}`}
              strokeDashoffset={-before * AROUND}
              transform={`rotate(-90 ${SIZE / 2} ${SIZE / 2})`}
            >
              <title>{`${label}: ${text}`}</title>
            </circle>
          ))}
        </svg>
        <p className={classes.total}>
          <strong data-long={total.length > FITS || undefined}>{total}</strong>
          {name}
        </p>
      </div>
      <ul className={classes.legend}>
        {parts.map(({ key, label, share, tone }) => (
          <li key={key} data-tone={tone}>
            {label} <span>{shareText(share)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface Part extends Slice {
  readonly share: number;
  readonly before: number;
  readonly tone: number;
}

function partsOf(slices: readonly Slice[]): readonly Part[] {
  const drawn = slices.filter(({ value }) => value > 0).toSorted((one, other) => other.value - one.value);
  const sum = drawn.reduce((all, { value }) => all + value, 0);
  let before = 0;
  return drawn.map((slice, index) => {
    const share = slice.value / sum;
    const part = { ...slice, share, before, tone: Math.min(index + 1, TONES) };
    before += share;
    return part;
  });
}

const shareText = (share: number): string => (share < 0.01 ? 'under 1%' : `${Math.round(share * 100)}%`);
