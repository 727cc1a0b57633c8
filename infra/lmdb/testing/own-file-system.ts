import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

export interface OwnFileSystem {
  readonly dir: string;
  fail(): void;
  heal(): void;
  end(): void;
}

const run = (program: string, ...args: string[]): string | undefined => {
  const { status, stdout } = spawnSync(program, args, { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
};

export function fillUp(path: string): void {
  const file = openSync(path, 'w');
  const chunk = Buffer.alloc(256 << 10, 1);
  try {
    for (let size = chunk.length; size > 0; size >>= 1)
      try {
        for (;;) writeSync(file, chunk, 0, size);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
  } finally {
    closeSync(file);
  }
}

const makeImage = (path: string, megabytes: number, ...args: string[]): boolean =>
  run('truncate', '-s', `${megabytes}M`, path) !== undefined &&
  run('mkfs.ext4', '-q', '-F', ...args, path) !== undefined;

/** Undefined where this user may not mount. */
export function mountSmall(parent: string): Pick<OwnFileSystem, 'dir' | 'end'> | undefined {
  const dir = mkdtempSync(join(parent, 'small-'));
  const end = (): void => {
    run('umount', '-l', dir);
    rmSync(dir, { recursive: true, force: true });
  };
  const mounted = run('mount', '-t', 'tmpfs', '-o', 'size=96m', 'tmpfs', dir) !== undefined;
  return mounted ? { dir, end } : void end();
}

/** Undefined where this user may not mount. */
export function mountErrorsReadOnly(parent = tmpdir()): OwnFileSystem | undefined {
  const folder = mkdtempSync(join(parent, 'read-only-'));
  const [dir, image] = [join(folder, 'mounted'), join(folder, 'image')];
  mkdirSync(dir);
  const mounted =
    makeImage(image, 96) && run('mount', '-o', 'loop,errors=remount-ro', image, dir) !== undefined;
  const device = mounted ? run('findmnt', '-no', 'SOURCE', dir) : undefined;
  const end = (): void => {
    run('umount', '-l', dir);
    rmSync(folder, { recursive: true, force: true });
  };
  if (device === undefined) return void end();
  return {
    dir,
    fail: () => writeFileSync(`/sys/fs/ext4/${basename(device)}/trigger_fs_error`, 'test'),
    heal: () => undefined,
    end,
  };
}

/** Once nothing fits beside the sparse image, `fsync` fails, as on a lost disk. */
export function mountFailingSync(): OwnFileSystem | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'failing-sync-'));
  const [below, dir] = [join(folder, 'below'), join(folder, 'mounted')];
  const [image, ballast] = [join(below, 'image'), join(below, 'ballast')];
  for (const made of [below, dir]) mkdirSync(made);
  const mounted =
    run('mount', '-t', 'tmpfs', '-o', 'size=48m', 'tmpfs', below) !== undefined &&
    makeImage(image, 256, '-O', '^has_journal') &&
    run('mount', '-o', 'loop,errors=continue', image, dir) !== undefined;
  const end = (): void => {
    run('umount', '-l', dir);
    run('umount', '-l', below);
    rmSync(folder, { recursive: true, force: true });
  };
  if (!mounted) return void end();
  return { dir, fail: () => fillUp(ballast), heal: () => rmSync(ballast, { force: true }), end };
}
