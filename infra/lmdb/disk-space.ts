import { accessSync, constants, statfsSync } from 'node:fs';
import { basename } from 'node:path';
import { monotonicMs } from '../host/clock.js';

/** Error when the disk is nearly full, read-only or failing. Nothing was stored. */
export class DiskUnavailable extends Error {
  override readonly name = 'DiskUnavailable';
}

export interface DiskSpaceOptions {
  readonly dir: string;
  /** Number of free bytes below which writes are refused. */
  readonly reserveBytes?: number;
  /**
   * Returns the number of free bytes. Throws an error with `code` when nothing can be written to the file
   * system.
   */
  readonly measure?: (dir: string) => number;
  readonly measureEveryMs?: number;
}

export const DISK_RESERVE_MB = 200;
const MEGABYTE = 1 << 20;
/** Milliseconds between measurements. */
const MEASURE_EVERY_MS = 20;

/**
 * Refuses writes before the disk is full. On a full disk, lmdb 3.5.6 overflows a buffer in `mdb.c` and
 * damages memory.
 */
export class DiskSpace {
  private readonly dir: string;
  private readonly reserveBytes: number;
  private readonly measure: (dir: string) => number;
  private readonly measureEveryMs: number;
  private measuredAt = -Infinity;
  private problem: string | undefined;

  constructor({
    dir,
    reserveBytes = DISK_RESERVE_MB * MEGABYTE,
    measure = freeBytes,
    measureEveryMs = MEASURE_EVERY_MS,
  }: DiskSpaceOptions) {
    this.dir = dir;
    this.reserveBytes = reserveBytes;
    this.measure = measure;
    this.measureEveryMs = measureEveryMs;
  }

  shortage(): string | undefined {
    const now = monotonicMs();
    if (now - this.measuredAt >= this.measureEveryMs) {
      this.measuredAt = now;
      this.problem = this.look();
    }
    return this.problem;
  }

  /**
   * Runs a write.
   * @throws DiskUnavailable when the disk is full or the commit fails
   */
  async write<Result>(work: () => Promise<Result>): Promise<Result> {
    const shortage = this.shortage();
    if (shortage !== undefined) throw new DiskUnavailable(shortage);
    try {
      return await work();
    } catch (error) {
      const cause = await causeOf(error);
      if (cause === error) throw error;
      throw new DiskUnavailable('the commit failed', { cause });
    }
  }

  private look(): string | undefined {
    try {
      const free = this.measure(this.dir);
      if (free >= this.reserveBytes) return undefined;
      return `only ${Math.floor(free / MEGABYTE)} MB are free in ${this.dir}`;
    } catch (error) {
      return `${this.dir} cannot be written: ${(error as NodeJS.ErrnoException).code ?? String(error)}`;
    }
  }
}

/** `accessSync` fails with `EROFS` when the file system is mounted read-only. */
function freeBytes(dir: string): number {
  accessSync(dir, constants.W_OK);
  const { bavail, bsize } = statfsSync(dir);
  return bavail * bsize;
}

/** @param onDamage called with the name of the store and one line about its damage */
export const storesOn =
  (
    { DISK_RESERVE_MB: megabytes }: { readonly DISK_RESERVE_MB: number },
    onDamage: (message: string, store: string) => void,
  ) =>
  (dir: string) => ({
    dir,
    space: new DiskSpace({ dir, reserveBytes: megabytes * MEGABYTE }),
    onDamage: (message: string) => onDamage(message, basename(dir)),
  });

/** Handles the rejection of `commitError`. Without a handler, the rejection would end the process. */
export async function causeOf(error: unknown): Promise<unknown> {
  if (typeof error !== 'object' || error === null || !('commitError' in error)) return error;
  try {
    await error.commitError;
    return error;
  } catch (cause) {
    return cause;
  }
}
