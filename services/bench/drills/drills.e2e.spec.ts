import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requireOwnFileSystem } from './disk-full-drill.js';
import { drillAll, drillOne, type DrillRow, DRILLS } from './drills.js';

const folder = mkdtempSync(join(tmpdir(), 'drills-'));
const mayRun = (name: string): boolean => {
  const { mount } = DRILLS.get(name)!;
  const probe = mount?.(folder);
  probe?.end();
  return mount === undefined || probe !== undefined;
};
const lines: string[] = [];
let rows: readonly DrillRow[];

beforeAll(async () => {
  rows = await drillAll(join(folder, 'all'), (line) => lines.push(line));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('all drills on small data', () => {
  it.each([
    ['damaged-view', 'refuses lists of damaged read models with 503, makes them again, and raises an alert'],
    ['disk-full', 'stops sales but not the server, which starts below the reserve and sells again'],
    ['lost-log', 'starts nothing on the stores that are left, and says what was found and what to do'],
    ['older-log', 'sells nothing until the release, and repeats no order, mail or push message'],
    ['read-only', 'stops sales, loses nothing, and refuses to start with the cause'],
    ['restore', 'sends no purchase that the vendor got after the backup'],
  ])('%s: %s', (name) => {
    const row = rows.find((one) => one.name === name);
    const told = lines.filter((line) => line.startsWith(name)).join('\n');
    if (!mayRun(name)) expect(row).toMatchObject({ verdict: 'not run' });
    else expect({ told, ...row }).toMatchObject({ told, name, verdict: 'passed' });
  });

  it('have a row each in one table', () => {
    expect(rows.map(({ name }) => name).toSorted()).toEqual(
      [...DRILLS.keys()].filter((name) => name !== 'go-live').toSorted(),
    );
    expect(lines.slice(-rows.length).map((line) => line.split(' ')[0])).toEqual(rows.map(({ name }) => name));
  });
});

describe('a drill', () => {
  it('fills only a file system of its own', () => {
    expect(() => requireOwnFileSystem(join(folder, 'missing'))).toThrow('does not exist');
    mkdirSync(join(folder, 'inside'));
    expect(() => requireOwnFileSystem(join(folder, 'inside'))).toThrow('is no file system of its own');
  });

  it.each([...DRILLS.keys()])('%s runs in no folder that holds files', async (name) => {
    const dir = mkdtempSync(join(folder, 'used-'));
    writeFileSync(join(dir, 'file'), '');
    await expect(drillOne(name, dir, 1, () => undefined)).rejects.toThrow(
      /is not empty|is no file system of its own/,
    );
  });
});
