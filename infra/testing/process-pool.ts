import { createHash } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Process that outlives its suite, so that another suite can use it. It must be spawned `detached`. */
export interface Pooled {
  readonly pid: number;
  readonly url: string;
  /** Removed with the process. */
  readonly folder: string;
}

/** Created by `pool-setup.mjs` and removed by `pool-teardown.mjs`. */
const RUN = process.env['TEST_POOL_DIR'];

/** Limit on idle processes of all kinds, which `makeRoom` keeps before another one starts. */
const IDLE_MAX = 6;

const runFolder = (): string => RUN ?? mkdtempSync(join(tmpdir(), 'pool-'));

/**
 * Processes that suites use one after another, each alone between `take` and `giveBack`.
 * Jest workers share the pool through files: the suite that renames `idle-…` to `busy-…` owns the process.
 */
export class ProcessPool<Own extends Pooled> {
  private readonly dir: string;
  private readonly kind: string;

  /** @param name prefix of the kind, which `settings` complete */
  constructor(
    name: string,
    settings: object,
    private readonly start: (folder: string) => Promise<Omit<Own, 'folder'>>,
    private readonly answers: (pooled: Own) => Promise<boolean>,
  ) {
    this.dir = runFolder();
    const digest = createHash('sha256').update(JSON.stringify(settings)).digest('hex').slice(0, 12);
    this.kind = `${name}-${digest}`;
  }

  async take(): Promise<Own> {
    for (const file of this.idle((each) => each.startsWith(`idle-${this.kind}-`))) {
      const pooled = this.claim(file);
      if (!pooled) continue;
      if (isAlive(pooled.pid) && (await this.answers(pooled))) return pooled;
      this.end(pooled);
    }
    this.makeRoom();
    const folder = mkdtempSync(join(this.dir, `${this.kind}-`));
    mkdirSync(join(folder, 'data'));
    const pooled = { ...(await this.start(folder)), folder } as Own;
    writeFileSync(this.fileOf('busy', pooled), JSON.stringify(pooled));
    return pooled;
  }

  giveBack(pooled: Pooled): void {
    if (RUN === undefined) this.end(pooled);
    else renameSync(this.fileOf('busy', pooled), this.fileOf('idle', pooled));
  }

  private fileOf(state: 'busy' | 'idle', { pid }: Pooled): string {
    return join(this.dir, `${state}-${this.kind}-${pid}.json`);
  }

  private idle(wanted: (file: string) => boolean): string[] {
    return readdirSync(this.dir).filter((file) => file.startsWith('idle-') && wanted(file));
  }

  /** @returns undefined when another suite claimed `file` first */
  private claim(file: string): Own | undefined {
    const busy = join(this.dir, file.replace(/^idle-/, 'busy-'));
    try {
      renameSync(join(this.dir, file), busy);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
    return JSON.parse(readFileSync(busy, 'utf8')) as Own;
  }

  /** Ends what was idle longest: processes for one suite go before those that many share. */
  private makeRoom(): void {
    // `giveBack` renames, which sets the ctime.
    const idleSince = (file: string): number =>
      statSync(join(this.dir, file), { throwIfNoEntry: false })?.ctimeMs ?? 0;
    const others = this.idle(() => true)
      .map((file) => ({ file, since: idleSince(file) }))
      .sort((one, other) => one.since - other.since);
    for (const { file } of others.slice(0, Math.max(0, others.length - IDLE_MAX + 1))) {
      const pooled = this.claim(file);
      if (!pooled) continue;
      endProcess(pooled);
      rmSync(join(this.dir, file.replace(/^idle-/, 'busy-')), { force: true });
    }
  }

  private end(pooled: Pooled): void {
    endProcess(pooled);
    rmSync(this.fileOf('busy', pooled), { force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function endProcess({ pid, folder }: Pooled): void {
  // Kills the process group: children of a browser write into the folder too.
  if (isAlive(pid)) process.kill(-pid, 'SIGKILL');
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
}
