import { closeSync, openSync, readSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import type { LaneName } from '../../rate-limits/call-budgets.js';

/** Connections that the kernel may hold for the server. The kernel's own limit is often lower. */
export const BACKLOG = 16_384;
const LISTENING = '0A';
const SOCKET = /^\s*\d+: \w+:(\w+) \S+ (\w+) \w+:(\w+)/;
const CHUNK = Buffer.alloc(16_384);

/**
 * Returns how many connections the kernel holds until the server accepts them. Returns 0 where the kernel does not
 * tell.
 */
export function waitingForAccept({ port, family }: Pick<AddressInfo, 'port' | 'family'>): number {
  let file: number | undefined;
  try {
    file = openSync(family === 'IPv6' ? '/proc/net/tcp6' : '/proc/net/tcp', 'r');
    // The file lists listening sockets first, so stop at the first other socket. Each read returns whole lines.
    for (let read = readSync(file, CHUNK); read > 0; read = readSync(file, CHUNK))
      for (const line of CHUNK.toString('latin1', 0, read).split('\n')) {
        const [, local = '', state, waiting = ''] = SOCKET.exec(line) ?? [];
        if (state !== undefined && state !== LISTENING) return 0;
        if (parseInt(local, 16) === port) return parseInt(waiting, 16);
      }
  } catch {
    // Without the table, no connection causes a refusal.
  } finally {
    if (file !== undefined) closeSync(file);
  }
  return 0;
}

/** With fewer waiting connections, no call is refused, even when these connections wait long. */
const WAITING_MIN = 64;
const WAIT_MS_MAX = 250;
const STEP_PERCENT = 20;
/** Pressure up to which no call is refused, because a short pause of the process also causes pressure. */
const GRACE = 2 * STEP_PERCENT;
/** Maximum percentage of refused calls. At 100, clients that reconnect at once would never be served. */
const PERCENT_MAX = 90;

/**
 * Refuses a share of all calls while new connections wait too long to be accepted. A refusal costs less than an
 * answer, so connections are accepted sooner. The share of reads rises first.
 */
export class AcceptQueue {
  /** Sum of `GRACE`, the percentage of refused reads and the percentage of refused purchases. */
  private pressure = 0;
  private readonly owed: Record<LaneName, number> = { read: 0, buy: 0 };

  /** Refusals do not shorten a queue without calls. */
  look(waiting: number, accepted: number, calls: number, tookMs: number): void {
    const idle = waiting < WAITING_MIN || 2 * calls < accepted;
    const waitMs = idle ? 0 : (waiting * tookMs) / Math.max(1, accepted);
    const step = waitMs > WAIT_MS_MAX ? STEP_PERCENT : -STEP_PERCENT;
    this.pressure = Math.min(GRACE + 2 * PERCENT_MAX, Math.max(0, this.pressure + step));
  }

  refuses(lane: LaneName): boolean {
    const above = this.pressure - GRACE;
    const percent = Math.min(PERCENT_MAX, lane === 'read' ? above : above - PERCENT_MAX);
    if (percent <= 0) return false;
    this.owed[lane] += 100 - percent;
    if (this.owed[lane] < 100) return true;
    this.owed[lane] -= 100;
    return false;
  }
}
