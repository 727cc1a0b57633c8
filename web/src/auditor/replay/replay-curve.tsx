import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef, type PointerEvent } from 'react';
import { niceTicks, useWidth } from '../../ui/chart/measures.js';
import type { BalanceHistory } from './balance-history.js';
import classes from './replay.module.css';

const HEIGHT = 260;
const TOP = 12;
const BOTTOM = 12;

interface ReplayCurveProps {
  readonly history: BalanceHistory;
  readonly count: number;
  readonly step: number;
  readonly holds: boolean;
  readonly byTime: boolean;
  readonly onStep: (step: number) => void;
}

/** Horizontal position of a step in the curve, from 0 (left) to 1 (right). */
export function placeAcross(history: BalanceHistory, count: number, step: number, byTime: boolean): number {
  if (count < 2) return 0;
  const [first, last] = [history.at[0]!, history.at[count - 1]!];
  return byTime && last > first ? (history.at[step]! - first) / (last - first) : step / (count - 1);
}

/** Inverse of `placeAcross`. */
function stepAcross(history: BalanceHistory, count: number, place: number, byTime: boolean): number {
  const share = Math.min(1, Math.max(0, place));
  const [first, last] = [history.at[0]!, history.at[count - 1]!];
  return byTime && last > first
    ? history.stepAt(first + share * (last - first))
    : Math.round(share * (count - 1));
}

/** There may be more events than pixels, so one element per event would be too slow. */
export function ReplayCurve({ history, count, step, holds, byTime, onStep }: ReplayCurveProps) {
  const [frame, width] = useWidth<HTMLDivElement>();
  const canvas = useRef<HTMLCanvasElement>(null);
  const scheme = useComputedColorScheme('light');
  useEffect(() => {
    if (canvas.current && width > 0 && count > 0)
      draw(canvas.current, { history, count, width, holds, byTime });
  }, [history, count, width, holds, byTime, scheme]);
  const follow = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.buttons !== 1 || count === 0) return;
    const { left } = event.currentTarget.getBoundingClientRect();
    onStep(stepAcross(history, count, (event.clientX - left) / Math.max(1, width), byTime));
  };
  const across = placeAcross(history, count, step, byTime);
  return (
    <div
      ref={frame}
      className={classes.curve}
      style={{ height: HEIGHT }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        follow(event);
      }}
      onPointerMove={follow}
    >
      <canvas
        ref={canvas}
        role="img"
        aria-label={`${holds ? 'What could be spent and what was held' : 'The balance'} over time. The slider below goes through it, and the table says the same.`}
      />
      {count > 0 ? <span className={classes.mark} style={{ left: `${across * 100}%` }} /> : null}
    </div>
  );
}

interface Drawn {
  readonly history: BalanceHistory;
  readonly count: number;
  readonly width: number;
  readonly holds: boolean;
  readonly byTime: boolean;
}

interface Columns {
  readonly least: Float64Array;
  readonly most: Float64Array;
  readonly end: Float64Array;
}

function columnsOf(values: Float64Array, { history, count, width, byTime }: Drawn): Columns {
  const [least, most, end] = [0, 1, 2].map(() => new Float64Array(width).fill(NaN)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  for (let step = 0; step < count; step += 1) {
    const column = Math.min(width - 1, Math.floor(placeAcross(history, count, step, byTime) * (width - 1)));
    const value = values[step]!;
    if (!(least[column]! <= value)) least[column] = value;
    if (!(most[column]! >= value)) most[column] = value;
    end[column] = value;
  }
  return { least, most, end };
}

function draw(canvas: HTMLCanvasElement, drawn: Drawn): void {
  const { history, count, width } = drawn;
  const ratio = globalThis.devicePixelRatio || 1;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(HEIGHT * ratio);
  const pen = canvas.getContext('2d');
  if (!pen) return;
  pen.scale(ratio, ratio);
  const available = columnsOf(history.available, drawn);
  const held = columnsOf(history.held, drawn);
  let [low, high] = [0, 0];
  for (let step = 0; step < count; step += 1) {
    low = Math.min(low, history.available[step]!, history.held[step]!);
    high = Math.max(high, history.available[step]!, history.held[step]!);
  }
  const ticks = niceTicks(low / 100, high / 100).map((tick) => tick * 100);
  const [first, last] = [ticks[0]!, ticks.at(-1)!];
  const y = (value: number): number => TOP + (1 - (value - first) / (last - first)) * (HEIGHT - TOP - BOTTOM);
  const style = getComputedStyle(canvas);
  const color = (name: string): string => style.getPropertyValue(name);
  pen.font = `12px ${style.fontFamily}`;
  pen.textBaseline = 'bottom';
  for (const tick of ticks) {
    pen.strokeStyle = color(tick === 0 ? '--nl-line-strong' : '--nl-line');
    pen.beginPath();
    pen.moveTo(0, Math.round(y(tick)) + 0.5);
    pen.lineTo(width, Math.round(y(tick)) + 0.5);
    pen.stroke();
  }
  trace(pen, available, y, color('--nl-brand'));
  if (drawn.holds) trace(pen, held, y, color('--nl-warn'));
  for (const tick of ticks.slice(0, -1)) {
    const label = AXIS.format(tick / 100);
    pen.fillStyle = color('--nl-surface');
    pen.fillRect(0, y(tick) - 18, pen.measureText(label).width + 10, 16);
    pen.fillStyle = color('--nl-ink-soft');
    pen.fillText(label, 4, y(tick) - 3);
  }
}

const AXIS = new Intl.NumberFormat('en-NG', {
  style: 'currency',
  currency: 'NGN',
  currencyDisplay: 'narrowSymbol',
  notation: 'compact',
});

function trace(
  pen: CanvasRenderingContext2D,
  { least, most, end }: Columns,
  y: (value: number) => number,
  color: string,
): void {
  pen.fillStyle = color;
  pen.globalAlpha = 0.28;
  for (let column = 0; column < end.length; column += 1) {
    const top = y(most[column]!);
    if (most[column]! > least[column]!) pen.fillRect(column, top, 1, y(least[column]!) - top);
  }
  pen.globalAlpha = 1;
  pen.strokeStyle = color;
  pen.lineWidth = 1.5;
  pen.lineJoin = 'round';
  pen.beginPath();
  let before: number | undefined;
  for (let column = 0; column < end.length; column += 1) {
    const value = end[column]!;
    if (Number.isNaN(value)) continue;
    if (before === undefined) pen.moveTo(column, y(value));
    else pen.lineTo(column, y(before));
    pen.lineTo(column, y(value));
    before = value;
  }
  if (before !== undefined) pen.lineTo(end.length, y(before));
  pen.stroke();
}
