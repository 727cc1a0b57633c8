import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import type { EventStore } from '../../../infra/event-store/event-store.js';
import { nameOfTarget, publishTargetOf } from '../../audit/seals/publish/publish-target.js';
import { SEALS_STREAM, sealEvent } from '../../audit/seals/seal.events.js';
import { SignedSeal } from '../../contracts/proofs/signed-seal.js';
import { type DoctorLine, note, right, wrong } from './doctor-line.js';

const CHECK = 'seals';
const UNPUBLISHED_MS = 10 * 60_000;
/**
 * Number of newest seals to check. With the default of `SEAL_EVERY`, these seals cover one hour.
 */
const LOOKED_AT = 360;
/** Number of bytes to read from the end of the file of seals, enough for two seals. */
const TAIL_BYTES = 8_192;

export async function checkSeals(
  { SEAL_PUBLISH }: { readonly SEAL_PUBLISH?: string | undefined },
  store: Pick<EventStore, 'readStream'>,
  nowMs: number,
): Promise<readonly DoctorLine[]> {
  if (SEAL_PUBLISH === undefined)
    return [
      wrong(CHECK, 'are published nowhere: set SEAL_PUBLISH to a place that this machine cannot change'),
    ];
  const target = publishTargetOf(SEAL_PUBLISH);
  const name = nameOfTarget(target);
  if (target.kind === 'url')
    return [note(CHECK, `are posted to ${name}; the alert seals-unpublished says when it takes none`)];
  const page = await store.readStream(SEALS_STREAM, { direction: 'backwards', limit: LOOKED_AT });
  const seals = page.map(sealEvent).filter((seal) => seal !== undefined);
  if (seals.length === 0) return [note(CHECK, 'there is none yet: the server makes the first')];
  const published = lastSealIn(target.path)?.treeSize ?? 0;
  const missing = seals.filter(({ data }) => data.treeSize > published);
  const since = Date.parse(missing.at(-1)?.at ?? '');
  return missing.length === LOOKED_AT || nowMs - since > UNPUBLISHED_MS
    ? [
        wrong(
          CHECK,
          `${name} has none of the last ${missing.length} seals: \`/readyz\` of the server says why`,
        ),
      ]
    : [right(CHECK, `${name} has them`)];
}

/**
 * Reads the last complete seal from a file. An incomplete seal may follow, because the server may
 * be writing it.
 */
function lastSealIn(path: string): SignedSeal | undefined {
  if (!existsSync(path)) return undefined;
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const bytes = Buffer.alloc(Math.min(size, TAIL_BYTES));
    readSync(file, bytes, 0, bytes.length, size - bytes.length);
    const line = bytes.toString('utf8').split('\n').at(-2);
    return line === undefined ? undefined : SignedSeal.parse(JSON.parse(line));
  } finally {
    closeSync(file);
  }
}
