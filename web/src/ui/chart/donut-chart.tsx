import classes from './donut-chart.module.css';

export interface Slice {
  readonly key: string;
  readonly label: string;
  /** Parts below nothing have no slice. */
  readonly value: number;
  /** The value as people read it. */
  readonly text: string;
}

interface DonutChartProps {
  readonly slices: readonly Slice[];
  /** In the middle: what all of it comes to. */
  readonly total: string;
  /** Below the total. */
  readonly name: string;
  /** What is drawn, for whoever does not see it: the table beside it says the rest. */
  readonly summary: string;
}

const SIZE = 200;
const RADIUS = 82;
const AROUND = 2 * Math.PI * RADIUS;
/** Between two slices, in the units of the drawing. */
const GAP = 3;
/** A total of more characters is drawn smaller: it is not broken between its digits. */
const FITS = 11;
/** So many tones there are; what is smaller shares the last one. */
const TONES = 6;

/** A ring of parts, the largest first from the top, and what each of them is. */
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
  /** Of the ring, 0 to 1, and where it begins. */
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

/** 0.184 -> `18%`; what is there is never `0%`. */
const shareText = (share: number): string => (share < 0.01 ? 'under 1%' : `${Math.round(share * 100)}%`);
