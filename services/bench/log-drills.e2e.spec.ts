import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drillLostLog, type LostLogResult } from './lost-log-drill.js';
import { drillOlderLog } from './older-log-drill.js';

const folder = mkdtempSync(join(tmpdir(), 'log-drills-'));
let result: LostLogResult;

beforeAll(async () => {
  result = await drillLostLog({ dir: join(folder, 'lost'), tell: () => undefined });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const TRIED = [
  'a start without the folder of the log',
  'a start with an empty folder of the log',
  'a start with a log of 0 bytes',
  'init with a log of 0 bytes',
  'create-admin',
  'a change of the catalogue',
];

describe('a production server whose log is lost', () => {
  it('starts nothing on the stores that are left', () => {
    expect(result.accepted).toEqual([]);
  });

  it.each(TRIED)('says what was found where, and what to do: %s', (what) => {
    expect(result.refusals.get(what)).toMatch(
      /the log .*events has no events, but SECRETS_DIR .*secrets belongs to ledger [0-9a-f]{12}….*mount the volume of the log, or restore a backup/,
    );
  });

  it('begins no ledger without init', () => {
    expect(result.refusals.get('a start without init')).toMatch(
      /has no events: mount its volume.*npm run ledger -- init/,
    );
  });

  it('refuses the log of another ledger, and lost keys of people', () => {
    expect(result.refusals.get('a start with the log of another ledger')).toMatch(
      /is ledger [0-9a-f]{12}…, but SECRETS_DIR .* belongs to ledger/,
    );
    expect(result.refusals.get('a start without the keys of people')).toMatch(
      /SECRETS_DIR .*secrets has no keys of its people.*restore them/,
    );
  });

  it('starts again once the log is back, with nothing lost', () => {
    expect(result.verified).toContain('nothing is wrong');
  });
});

it('sells nothing on an older log beside newer stores until the release, and repeats no order, mail or push message', async () => {
  const result = await drillOlderLog({ dir: join(folder, 'older'), sales: 3, tell: () => undefined });
  expect(result).toMatchObject({ undelivered: [], unlisted: [], repeated: [], alerted: true, exitCode: 1 });
  expect(result).toMatchObject({ twice: [], refused: ['503 SALES_HELD', '503 SALES_HELD'] });
  expect(result.open).toBeGreaterThan(0);
  expect(result.said).toBeGreaterThan(0);
  expect(result.verified).toContain('nothing is wrong');
});
