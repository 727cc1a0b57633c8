import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { SignedSeal } from '../../contracts/proofs/signed-seal.js';
import { checkPack, type PackReport } from './check-pack.js';

// Source of the program `verify.mjs` in an auditor's pack. The program needs nothing but Node.

const [CLEAN, FAULTY, UNFINISHED] = [0, 1, 2] as const;

async function verify(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      seals: { type: 'string' },
      key: { type: 'string', multiple: true },
      json: { type: 'boolean' },
    },
  });
  const { seals, key: keys = [], json = false } = values;
  const wrong = keys.find((key) => !/^[0-9a-f]{64}$/i.test(key));
  if (wrong !== undefined) throw new Error('--key: a public key of seals has 64 hexadecimal digits');
  const report = await checkPack({
    folder: positionals[0] ?? dirname(fileURLToPath(import.meta.url)),
    trustedKeys: keys.map((key) => key.toLowerCase()),
    ...(seals !== undefined && { kept: keptIn(seals) }),
    onProgress: progress(),
  });
  process.stdout.write(
    json
      ? `${JSON.stringify(report)}\n`
      : linesOf(report)
          .map((line) => `${line}\n`)
          .join(''),
  );
  return report.ok ? CLEAN : FAULTY;
}

function progress(): (position: number, of: number) => void {
  let shown = 0;
  return (position, of) => {
    const percent = Math.floor((100 * position) / of);
    if (percent === shown || !process.stderr.isTTY) return;
    shown = percent;
    process.stderr.write(`\r${percent} % of ${of} events${percent >= 100 ? '\n' : ''}`);
  };
}

const isHex = (value: unknown, digits: number): boolean =>
  typeof value === 'string' && value.length === digits && /^[0-9a-f]*$/.test(value);

/** @throws Error with a one-line message that names `file` and the wrong line */
function keptIn(file: string): SignedSeal[] {
  const seals = readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, index) => (line.trim() === '' ? [] : [sealIn(line, `${file} line ${index + 1}`)]));
  if (seals.length === 0) throw new Error(`${file} holds no seal`);
  return seals.sort((left, right) => left.treeSize - right.treeSize);
}

function sealIn(line: string, where: string): SignedSeal {
  let seal: SignedSeal | undefined;
  try {
    seal = JSON.parse(line) as SignedSeal;
  } catch {
    // The check below refuses a line that is not JSON.
  }
  const whole =
    seal?.version === 1 &&
    [seal.ledgerId, seal.rootHash, seal.keyId].every((hash) => isHex(hash, 64)) &&
    isHex(seal.signature, 128) &&
    Number.isSafeInteger(seal.treeSize) &&
    seal.treeSize >= 1 &&
    typeof seal.at === 'string';
  if (!whole || !seal) throw new Error(`${where} is no seal`);
  return seal;
}

function linesOf({
  ok,
  events,
  ledgerId,
  root,
  sum,
  accounts,
  seals,
  trusted,
  problemCount,
  problems,
}: PackReport) {
  const { count, treeSize, kept, anchored, uncovered } = seals;
  const [first, ...others] = problems.map(
    ({ rule, position, stream, revision, detail }) =>
      `${rule}${position > 0 ? ` at event ${position}` : ''}${stream === '' ? '' : `, stream ${stream}`}${revision === undefined ? '' : `, revision ${revision}`}: ${detail}`,
  );
  return [
    `ledger ${ledgerId}`,
    `${events} events, root ${root}`,
    `${accounts} accounts add up to ${sum} kobo`,
    `${count} seals, the last covers ${treeSize} events`,
    trusted
      ? 'their signatures were checked with the keys you gave'
      : 'their signatures were checked with the keys of the pack itself: give the key you know with --key',
    anchored
      ? `anchored: compared with ${kept} seals you kept`
      : 'not anchored: without a seal you kept (--seals) nobody can tell whether all of it was made anew',
    uncovered
      ? `events ${uncovered.from} to ${uncovered.to} are covered by no seal yet`
      : 'every event is covered by a seal',
    ...(ok
      ? ['CLEAN']
      : [`FAULTY: ${first}`, ...others.map((other) => `  ${other}`), `${problemCount} faults`]),
  ];
}

try {
  process.exitCode = await verify();
} catch (error) {
  process.stderr.write(`could not finish: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = UNFINISHED;
}
