import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROCESS = fileURLToPath(new URL('./testing/use-damaged.process.js', import.meta.url));
const PAGE = 4_096;
const PAGES_DAMAGED_MAX = 12;
const FLIPS = 20;

interface Outcome {
  readonly name: string;
  readonly refused?: string;
  readonly damages: readonly string[];
  readonly wrong: readonly string[];
}

/** Numbers from 0 to 2^16, the same in every run. */
let state = 20_261_129;
const random = (): number => {
  state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
  return state >> 15;
};

const cuts = (whole: Buffer): Record<string, Buffer> => ({
  'cut to nothing': Buffer.alloc(0),
  'cut in the first page': whole.subarray(0, 100),
  'cut in the second page': whole.subarray(0, PAGE + 50),
  'cut after the meta pages': whole.subarray(0, 2 * PAGE),
  'cut in the middle': whole.subarray(0, whole.length >> 1),
});

/** Kinds of damage. Some may hit pages or bytes that nothing uses. */
function garbled(whole: Buffer): Record<string, Buffer> {
  const damaged: Record<string, Buffer> = { 'without its last byte': whole.subarray(0, -1) };
  const pages = whole.length / PAGE;
  const step = Math.max(1, Math.floor(pages / PAGES_DAMAGED_MAX));
  for (let page = 0; page < pages; page += page < 4 ? 1 : step) {
    const noise = Buffer.from(whole);
    for (let at = page * PAGE; at < (page + 1) * PAGE; at += 1) noise[at] = random() & 0xff;
    damaged[`noise in page ${page}`] = noise;
    damaged[`zeros in page ${page}`] = Buffer.from(whole).fill(0, page * PAGE, (page + 1) * PAGE);
    const head = Buffer.from(whole);
    head[page * PAGE + (random() % 160)]! ^= 1 << (random() & 7);
    damaged[`a bit in the head of page ${page}`] = head;
  }
  for (let flip = 0; flip < FLIPS; flip += 1) {
    const bytes = Buffer.from(whole);
    const at = random() % whole.length;
    bytes[at]! ^= 1 << (random() & 7);
    damaged[`a bit of byte ${at}`] = bytes;
  }
  return damaged;
}

describe.each([
  ['snapshots', 'snapshots.mdb', 'made again'],
  ['sessions', 'sessions.mdb', 'made again'],
  ['inbox', 'inbox.mdb', 'put aside'],
  ['keys', 'keys.mdb', 'refused'],
  ['events', 'events.mdb', 'refused'],
] as const)('the damaged store %s', (store, file, fate) => {
  let folder: string;
  let whole: Buffer;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'damaged-'));
    const first = join(folder, 'first');
    mkdirSync(join(first, 'whole'), { recursive: true });
    // The second run frees pages, which the third one uses again.
    for (let run = 0; run < 3; run += 1)
      expect(await used(first)).toEqual([{ name: 'whole', damages: [], wrong: [] }]);
    whole = readFileSync(join(first, 'whole', file));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Uses every folder in a process of its own. A signal fails the test. */
  async function used(parent: string): Promise<Outcome[]> {
    const child = spawn(process.execPath, [PROCESS, store, parent], { stdio: ['ignore', 'pipe', 'inherit'] });
    let printed = '';
    child.stdout.on('data', (chunk: Buffer) => void (printed += chunk.toString()));
    const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
    const lines = printed.split('\n').filter((line) => line !== '');
    const last = lines.length;
    expect([code, signal, signal === null ? '' : readdirSync(parent)[last]]).toEqual([0, null, '']);
    return lines.map((line) => JSON.parse(line) as Outcome);
  }

  async function damagedBy(damages: Record<string, Buffer>): Promise<Outcome[]> {
    const parent = join(folder, 'damaged');
    for (const [name, bytes] of Object.entries(damages)) {
      mkdirSync(join(parent, name), { recursive: true });
      writeFileSync(join(parent, name, file), bytes);
    }
    const outcomes = await used(parent);
    expect(outcomes.map(({ name }) => name).toSorted()).toEqual(Object.keys(damages).toSorted());
    // A refused file is left as it is.
    for (const { name, refused } of outcomes)
      if (refused !== undefined && /damaged/.test(refused) && fate === 'refused')
        expect([name, readFileSync(join(parent, name, file)).equals(damages[name]!)]).toEqual([name, true]);
    return outcomes;
  }

  it(`is ${fate} when its end is missing`, async () => {
    const outcomes = await damagedBy(cuts(whole));
    for (const { name, refused = '', damages } of outcomes) {
      if (fate === 'refused')
        expect([name, refused]).toEqual([name, expect.stringMatching(/damaged .*estore/)]);
      else expect([name, refused, damages]).toEqual([name, '', [expect.stringContaining(fate)]]);
      const aside = readdirSync(join(folder, 'damaged', name)).filter((other) => other.includes('.damaged-'));
      expect(aside.length).toBe(fate === 'put aside' ? 1 : 0);
    }
  });

  it('ends no process and answers no wrong value when bytes of it are wrong', async () => {
    const outcomes = await damagedBy(garbled(whole));
    expect(outcomes.filter(({ wrong }) => wrong.length > 0)).toEqual([]);
    const noticed = outcomes.filter(({ refused, damages }) => refused !== undefined || damages.length > 0);
    expect(noticed.length).toBeGreaterThan(5);
    if (fate !== 'refused') expect(outcomes.filter(({ refused }) => refused !== undefined)).toEqual([]);
  });
});
