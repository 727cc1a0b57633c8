import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createGzip } from 'node:zlib';
import { pack as tarOf } from 'tar-stream';
import { now } from '../../../infra/host/clock.js';
import { type PackManifest } from '../../audit/pack/pack-files.js';
import { writePack } from '../../audit/pack/write-pack.js';
import { installedSealKeys } from '../../audit/seals/seal-key.js';
import type { Config } from '../../runtime/config.js';
import { reading } from '../reading-commands.js';
import { progressBar } from '../long-work.js';

export interface PackCommandOptions {
  readonly out: string;
  readonly json?: boolean;
}

/** Program built from `services/audit/pack/verifier.ts`. */
const VERIFIER = fileURLToPath(new URL('../../../pack/verify.mjs', import.meta.url));
const FOLDER = 'naira-ledger-pack';

/** A server may run at the same time. The file `out` appears only when it is complete. */
export async function packLedger(
  config: Config,
  { out, json = false }: PackCommandOptions,
  print: (line: string) => void,
): Promise<void> {
  const target = resolve(out);
  const folder = await mkdtemp(join(dirname(target), '.pack-'));
  const unfinished = `${target}.unfinished`;
  try {
    const manifest = await reading(config, async (eventStore, signal) => {
      const written = await writePack({
        eventStore,
        folder,
        verifier: VERIFIER,
        at: now(),
        keys: installedSealKeys(config.secretsDir),
        reviewedWithinMs: config.VENDOR_REVIEW_AFTER,
        onProgress: progressBar('events'),
      });
      await archive(folder, unfinished, written, signal);
      return written;
    });
    await rename(unfinished, target);
    if (json) return print(JSON.stringify(manifest));
    print(`${out}: ${manifest.events} events, root ${manifest.root}`);
    print(`tar -xzf ${out} && node ${FOLDER}/verify.mjs checks it, on any machine with Node`);
  } finally {
    await Promise.all([rm(folder, { recursive: true, force: true }), rm(unfinished, { force: true })]);
  }
}

async function archive(
  folder: string,
  target: string,
  { at }: PackManifest,
  signal: AbortSignal,
): Promise<void> {
  const tar = tarOf();
  const written = pipeline(tar, createGzip(), createWriteStream(target, { mode: 0o600 }), { signal });
  const filled = (async () => {
    for (const name of (await readdir(folder)).sort()) {
      const path = join(folder, name);
      const { size } = await stat(path);
      const entry = tar.entry({ name: `${FOLDER}/${name}`, size, mode: 0o644, mtime: new Date(at) });
      await pipeline(createReadStream(path), entry);
    }
    tar.finalize();
  })();
  await Promise.all([written, filled.catch((error: unknown) => tar.destroy(error as Error))]);
}
