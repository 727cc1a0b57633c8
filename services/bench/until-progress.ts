import { setTimeout as sleep } from 'node:timers/promises';
import type { Running } from '../../infra/testing/product.js';

/** Progress fields of `/readyz`. */
export interface Progress {
  readonly projection_lag: number;
  readonly reaction_lag: number | null;
  readonly open_purchases: number | null;
}

const POLL_MS = 50;
const PATIENCE_MS = 300_000;

/** @throws Error after `PATIENCE_MS` */
export async function until(
  product: Pick<Running, 'url'>,
  there: (progress: Progress) => boolean,
): Promise<void> {
  let progress: Progress | undefined;
  for (const started = performance.now(); performance.now() - started < PATIENCE_MS; await sleep(POLL_MS)) {
    progress = (await (await fetch(`${product.url}/readyz`)).json()) as Progress;
    if (there(progress)) return;
  }
  const { projection_lag: projection, reaction_lag: reaction, open_purchases: open } = progress!;
  throw new Error(
    `not there after ${PATIENCE_MS / 1_000} s: ${projection} events not shown, ${reaction} without reaction, ${open} open purchases`,
  );
}
