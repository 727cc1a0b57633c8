import type { LastBackup } from '../../audit/backup/last-backup.js';
import type { CheckedVendor } from '../../catalog/vendor-check/check-vendors.handler.js';
import { isFromFuture } from '../../contracts/stored-times.js';
import { type DoctorLine, note, right, unknown, wrong } from './doctor-line.js';

const HOUR_MS = 3_600_000;
/** Maximum age of the last backup, in hours: 24 hours between backups, and 2 hours for making one. */
const BACKUP_HOURS_MAX = 26;
const MEGABYTE = 1 << 20;

export function checkBackup(last: LastBackup | undefined, nowMs: number): DoctorLine {
  const check = 'backup';
  if (!last) return wrong(check, 'none was made of this folder: `ledger backup`, by a timer');
  const hours = Math.floor((nowMs - Date.parse(last.at)) / HOUR_MS);
  return hours < BACKUP_HOURS_MAX && !isFromFuture(Date.parse(last.at), nowMs)
    ? right(check, `the last one is ${hours} hours old and has ${last.events} events: keep copies elsewhere`)
    : wrong(check, `the last one is of ${last.at}: \`ledger backup\`, by a timer`);
}

export interface Disk {
  readonly setting: string;
  /** Free and total bytes of the disk. Null when the folder is missing. */
  readonly space: { readonly free: number; readonly total: number } | null;
}

export function checkDisk(
  { setting, space }: Disk,
  {
    ALERT_DISK_FREE,
    DISK_RESERVE_MB,
  }: { readonly ALERT_DISK_FREE: number; readonly DISK_RESERVE_MB: number },
): DoctorLine {
  const check = 'disk';
  if (!space) return wrong(check, `${setting} is no folder that can be read`);
  const free = `${Math.floor(space.free / MEGABYTE)} MB are free in ${setting}`;
  return space.free < 2 * DISK_RESERVE_MB * MEGABYTE || space.free / space.total < ALERT_DISK_FREE
    ? wrong(check, `only ${free}`)
    : right(check, free);
}

/** @param newestAt time (Unix ms) of the newest event. Undefined when the log is empty. */
export function checkClock(
  newestAt: number | undefined,
  vendors: readonly Pick<CheckedVendor, 'name' | 'lines'>[],
  nowMs: number,
): readonly DoctorLine[] {
  const check = 'clock';
  const clocks = vendors.flatMap(({ name, lines }) =>
    lines.filter((line) => line.check === check).map((line) => ({ name, ...line })),
  );
  const faults = [
    ...(newestAt !== undefined && isFromFuture(newestAt, nowMs)
      ? [wrong(check, 'the newest event is later than the clock: set the clock by NTP')]
      : []),
    ...clocks
      .filter(({ result }) => result === 'wrong')
      .map(({ name, text }) => wrong(check, `${name}: ${text}: set the clock by NTP`)),
  ];
  const agreeing = clocks.filter(({ result }) => result === 'right').length;
  const vendorsToo = agreeing > 0 ? `, and agrees with ${agreeing} vendors` : '';
  return faults.length > 0 ? faults : [right(check, `is not behind the ledger${vendorsToo}`)];
}

/** Answer of `/readyz`. */
export interface Readiness {
  /**
   * Version of the server. This field and the fields below are absent when the caller may not see the state of
   * the server.
   */
  readonly version?: string;
  readonly problems?: readonly string[];
  readonly notes?: readonly string[];
}

export function checkServer(server: Readiness | undefined, version: string): readonly DoctorLine[] {
  const check = 'server';
  if (!server) return [note(check, `is stopped; this is version ${version}`)];
  const { problems = [], notes = [] } = server;
  if (server.version === undefined)
    return [unknown(check, 'does not show its state here: set METRICS_TOKEN, or HOST to 127.0.0.1')];
  const faults = [
    ...(server.version === version
      ? []
      : [wrong(check, `runs version ${server.version}, and this is ${version}: restart it`)]),
    ...[...problems, ...notes].map((text) => wrong(check, text)),
  ];
  return faults.length > 0 ? faults : [right(check, `runs version ${version} and is ready`)];
}
