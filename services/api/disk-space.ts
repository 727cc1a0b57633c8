import { statfs } from 'node:fs/promises';

/** Bytes of the disk that a folder is on. Null where there is no such folder: an api process of a cluster may keep nothing on its disk. */
export async function diskOf(
  folder: string,
): Promise<{ readonly free: number; readonly total: number } | null> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { free: bavail * bsize, total: blocks * bsize };
  } catch {
    return null;
  }
}
