import classes from './chart.module.css';
import { niceTicks, shareOf, useWidth } from './measures.js';

export interface Bar {
  readonly key: string;
  readonly label: string;
  readonly value: number;
  readonly before?: number;
  readonly text: string;
}

interface BarChartProps {
  readonly bars: readonly Bar[];
  readonly summary: string;
  readonly legend: { readonly now: string; readonly before?: string };
}

const ROW = 52;

/** Below a bar, a thinner bar shows the earlier value, `before`. */
export function BarChart({ bars, summary, legend }: BarChartProps) {
  const [element, width] = useWidth<HTMLDivElement>();
  const values = bars.flatMap(({ value, before }) => [value, before ?? 0]);
  const ticks = niceTicks(Math.min(0, ...values), Math.max(0, ...values));
  const ends = [ticks[0] ?? 0, Math.max(...values, 0)];
  const x = (value: number): number => (ends[1] === ends[0] ? 0 : shareOf(value, ends) * width);
  return (
    <div ref={element} className={classes.frame}>
      {width > 0 ? (
        <svg
          width={width}
          height={bars.length * ROW}
          role="img"
          aria-label={summary}
          className={classes.drawing}
        >
          {bars.map(({ key, label, value, before, text }, index) => (
            <g key={key} transform={`translate(0 ${index * ROW})`}>
              <text className={classes.name} x={0} y={16}>
                {label}
              </text>
              <text className={classes.name} x={width} y={16} textAnchor="end">
                {text}
              </text>
              <rect className={classes.track} x={0} width={width} y={23} height={12} rx={4} />
              <Span className={classes.column} from={x(0)} to={x(value)} y={23} height={12} />
              <Span className={classes.before} from={x(0)} to={x(before ?? 0)} y={37} height={4} />
            </g>
          ))}
        </svg>
      ) : null}
      <p className={classes.legend}>
        <span data-mark="now">{legend.now}</span>
        {legend.before ? <span data-mark="before">{legend.before}</span> : null}
      </p>
    </div>
  );
}

interface SpanProps {
  readonly className: string | undefined;
  readonly from: number;
  readonly to: number;
  readonly y: number;
  readonly height: number;
}

function Span({ className, from, to, y, height }: SpanProps) {
  const width = Math.abs(to - from);
  if (width === 0) return null;
  return (
    <rect
      className={className}
      x={Math.min(from, to)}
      width={Math.max(2, width)}
      y={y}
      height={height}
      rx={Math.min(4, height / 2)}
    />
  );
}
