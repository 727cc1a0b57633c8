import { accessSync, closeSync, constants, openSync, readdirSync, statfsSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { threadId } from 'node:worker_threads';
import type { RootDatabase } from 'lmdb';
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
  readonly tryWriting?: (dir: string) => Promise<void>;
}

export const DISK_RESERVE_MB = 200;
const MEGABYTE = 1 << 20;
/** Milliseconds between measurements. */
const MEASURE_EVERY_MS = 20;
const TRY_EVERY_MS = 500;
/** New blocks show an exhausted quota, which `statfs` does not show. */
const TRIAL_BYTES = 1 << 20;
const FAILING = new Set(['EROFS', 'EIO', 'EDQUOT', 'ENOSPC']);
const TOO_MANY_FILES = new Set(['EMFILE', 'ENFILE']);
const PANIC = 'MDB_PANIC';
export const isPanic = (error: unknown): boolean => String(error).includes(PANIC);
const REOPEN = 'the last step of a commit failed, so a restart of the server must open the file again';

/**
 * Refuses writes before the disk is full, and after a failed commit until a trial succeeds, because a failed
 * write of lmdb 3.5.6 damages memory.
 */
export class DiskSpace {
  readonly dir: string;
  private readonly reserveBytes: number;
  private readonly measure: (dir: string) => number;
  private readonly measureEveryMs: number;
  private measuredAt = -Infinity;
  private problem: string | undefined;
  private readonly tryWriting: (dir: string) => Promise<void>;
  private failure: string | undefined;
  private root: Pick<RootDatabase, 'resetReadTxn' | 'doesExist'> | undefined;
  private isPanicked = false;
  private trying = false;
  private triedAt = -Infinity;

  constructor({
    dir,
    reserveBytes = DISK_RESERVE_MB * MEGABYTE,
    measure = measuring(),
    measureEveryMs = MEASURE_EVERY_MS,
    tryWriting = writeTrial,
  }: DiskSpaceOptions) {
    this.dir = dir;
    this.reserveBytes = reserveBytes;
    this.measure = measure;
    this.measureEveryMs = measureEveryMs;
    this.tryWriting = tryWriting;
  }

  guard(root: Pick<RootDatabase, 'resetReadTxn' | 'doesExist'>): void {
    this.root = root;
  }

  /** True when the last step of a commit failed. LMDB then answers no read, and a write would wait for ever. */
  get panicked(): boolean {
    return this.isPanicked;
  }

  /**
   * Runs a read. Threads share an environment, so a read may meet the panic of another thread.
   * @throws DiskUnavailable after a panic
   */
  read<Result>(work: () => Result): Result {
    if (this.isPanicked) throw new DiskUnavailable(this.shortage());
    try {
      return work();
    } catch (error) {
      throw this.refusalOf(error) ?? error;
    }
  }

  private refusalOf(error: unknown): DiskUnavailable | undefined {
    if (!isPanic(error)) return undefined;
    this.isPanicked = true;
    this.failed(error);
    return new DiskUnavailable(this.shortage(), { cause: error });
  }

  get mustReopen(): boolean {
    if (!this.isPanicked && this.panics()) this.failed(PANIC);
    return this.isPanicked && this.unavailable() === undefined;
  }

  shortage(): string | undefined {
    return this.isPanicked ? `${this.dir}: ${REOPEN}` : this.unavailable();
  }

  private unavailable(): string | undefined {
    const now = monotonicMs();
    if (now - this.measuredAt >= this.measureEveryMs) {
      this.measuredAt = now;
      this.problem = this.look();
    }
    if (this.failure !== undefined) this.tryAgain();
    return this.problem ?? this.failure;
  }

  failed(cause: unknown): void {
    this.isPanicked ||= this.panics();
    this.failure = `a write in ${this.dir} failed: ${cause instanceof Error ? cause.message.split(':')[0]! : String(cause)}`;
    this.tryAgain();
  }

  private panics(): boolean {
    try {
      this.root?.resetReadTxn();
      this.root?.doesExist(PANIC);
      return false;
    } catch (error) {
      return isPanic(error);
    }
  }

  /** Tries in the background, because a failing disk may take minutes to answer. */
  private tryAgain(): void {
    if (this.trying || monotonicMs() - this.triedAt < TRY_EVERY_MS) return;
    this.trying = true;
    void this.tryWriting(this.dir)
      .then(
        () => (this.failure = undefined),
        () => undefined,
      )
      .finally(() => {
        this.trying = false;
        this.triedAt = monotonicMs();
      });
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
      if (cause === error) throw this.refusalOf(error) ?? error;
      this.failed(cause);
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

/**
 * `accessSync` fails with `EROFS` when the file system is mounted read-only. Since Linux 6.14, only opening a file
 * shows that ext4 became read-only after an error.
 */
function measuring(): (dir: string) => number {
  let path: string | undefined;
  return (dir) => {
    if (path === undefined || !canOpen(path)) {
      accessSync(dir, constants.W_OK);
      const files = readdirSync(dir).filter((name) => name.endsWith('.mdb'));
      path = files.map((name) => join(dir, name)).find(canOpen);
    }
    const { bavail, bsize } = statfsSync(dir);
    return bavail * bsize;
  };
}

/** @throws when the error is one of the file system, not of this file */
function canOpen(path: string): boolean {
  try {
    closeSync(openSync(path, 'r+'));
    return true;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (FAILING.has(code)) throw error;
    if (!TOO_MANY_FILES.has(code)) return false;
    accessSync(path, constants.W_OK);
    return true;
  }
}

async function writeTrial(dir: string): Promise<void> {
  const path = join(dir, `.trial-${process.pid}-${threadId}`);
  const file = await open(path, 'w', 0o600);
  try {
    await rm(path);
    await file.writeFile(Buffer.alloc(TRIAL_BYTES, 1));
    await file.sync();
  } finally {
    await file.close();
  }
}

/** @param onDamage called with the name of the store and one line about its damage */
export function storesOn(
  { DISK_RESERVE_MB: megabytes }: { readonly DISK_RESERVE_MB: number },
  onDamage: (message: string, store: string) => void,
) {
  const spaces: DiskSpace[] = [];
  const on = (dir: string) => {
    const space = new DiskSpace({ dir, reserveBytes: megabytes * MEGABYTE });
    spaces.push(space);
    return { dir, space, onDamage: (message: string) => onDamage(message, basename(dir)) };
  };
  const mustReopen = (): string | undefined => spaces.find((space) => space.mustReopen)?.dir;
  return Object.assign(on, { mustReopen });
}

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
