import classes from './chart.module.css';
import { niceTicks, shareOf, useWidth } from './measures.js';

export interface Column {
  readonly key: string;
  readonly label: string;
  readonly title: string;
  readonly value: number;
}

interface ColumnChartProps {
  readonly columns: readonly Column[];
  readonly summary: string;
  readonly axis: (value: number) => string;
  readonly level?: { readonly value: number; readonly label: string } | undefined;
}

const HEIGHT = 220;
const TOP = 10;
const BOTTOM = 24;
const LEFT = 58;
/** Pixels per label. */
const LABEL_WIDTH = 62;
const HALF_LABEL = 22;

export function ColumnChart({ columns, summary, axis, level }: ColumnChartProps) {
  const [element, width] = useWidth<HTMLDivElement>();
  const values = [...columns.map(({ value }) => value), ...(level ? [level.value] : [])];
  const ticks = niceTicks(Math.min(0, ...values), Math.max(0, ...values));
  const y = (value: number): number => TOP + (1 - shareOf(value, ticks)) * (HEIGHT - TOP - BOTTOM);
  const step = Math.max(0, width - LEFT) / Math.max(1, columns.length);
  const every = Math.max(1, Math.ceil(LABEL_WIDTH / Math.max(1, step)));
  const bar = Math.min(56, Math.max(1.5, step * 0.68));
  return (
    <div ref={element} className={classes.frame}>
      {width > 0 ? (
        <svg width={width} height={HEIGHT} role="img" aria-label={summary} className={classes.drawing}>
          {ticks.map((tick) => (
            <g key={tick}>
              <line x1={LEFT} x2={width} y1={y(tick)} y2={y(tick)} data-zero={tick === 0 || undefined} />
              <text x={LEFT - 8} y={y(tick)} dy="0.32em" textAnchor="end">
                {axis(tick)}
              </text>
            </g>
          ))}
          {columns.map(({ key, label, title, value }, index) => {
            const middle = LEFT + (index + 0.5) * step;
            // Place the labels from the newest column backwards, so that the newest column always
            // has a label.
            const labelled = (columns.length - 1 - index) % every === 0;
            return (
              <g key={key}>
                <rect
                  className={classes.column}
                  x={middle - bar / 2}
                  width={bar}
                  y={Math.min(y(0), y(value))}
                  height={Math.abs(y(value) - y(0))}
                  rx={Math.min(3, bar / 3)}
                />
                {labelled ? (
                  <text x={Math.min(middle, width - HALF_LABEL)} y={HEIGHT - 6} textAnchor="middle">
                    {label}
                  </text>
                ) : null}
                <rect
                  className={classes.hit}
                  x={middle - step / 2}
                  width={step}
                  y={TOP}
                  height={HEIGHT - TOP}
                >
                  <title>{title}</title>
                </rect>
              </g>
            );
          })}
          {level ? (
            <line className={classes.level} x1={LEFT} x2={width} y1={y(level.value)} y2={y(level.value)} />
          ) : null}
        </svg>
      ) : null}
      {level ? (
        <p className={classes.legend}>
          <span data-mark="level">{level.label}</span>
        </p>
      ) : null}
    </div>
  );
}
