import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { counts, notes, Projecting } from './testing/projecting.js';

describe('rebuild a view', () => {
  let projecting: Projecting;
  beforeEach(() => {
    projecting = new Projecting();
  });
  afterEach(() => projecting.close());

  const openedText = notes((_, opened) => (opened as { text: string } | undefined)?.text ?? null);

  it('rebuilds beside the live view and swaps when rows are the same', async () => {
    await projecting.happen(2_500);
    projecting.run([openedText, counts]);
    await projecting.untilAt(2_500);
    const progress: number[] = [];
    const rebuilding = projecting.running.rebuild('counts', {
      pageSize: 500,
      onProgress: ({ position }) => progress.push(position),
    });
    await projecting.happen(500);
    expect(await rebuilding).toMatchObject({ view: 'counts', differing: 0, swapped: true });
    await projecting.untilAt(3_000);
    await projecting.happen(1);
    await projecting.untilAt(3_001);
    expect(await projecting.times()).toBe(3_001n);
    expect(progress.slice(0, 3)).toEqual([500, 1_000, 1_500]);
  });

  it('refuses to swap when rows differ, unless forced', async () => {
    await projecting.happen(3);
    await projecting.writer.apply(counts.view, 0, 3, [{ op: 'put', row: { id: 'Noted', times: 99n } }]);
    projecting.run([counts]);
    await projecting.untilAt(3);
    expect(await projecting.running.rebuild('counts')).toMatchObject({
      differing: 1,
      examples: ['Noted'],
      swapped: false,
    });
    expect(await projecting.times()).toBe(99n);
    expect(await projecting.running.rebuild('counts', { force: true })).toMatchObject({
      differing: 1,
      swapped: true,
    });
    expect(await projecting.times()).toBe(3n);
    await expect(projecting.running.rebuild('nothing')).rejects.toThrow('there is no view nothing');
  });

  it('a halted view goes on after a rebuild', async () => {
    let broken = true;
    await projecting.happen(3);
    projecting.run([
      notes(({ position }) => {
        if (broken && position === 2) throw new Error('not yet');
        return null;
      }),
      counts,
    ]);
    await projecting.untilAt(3);
    expect(projecting.running.health()[0]?.halted).toEqual({ position: 2, reason: 'not yet' });
    broken = false;
    expect(await projecting.running.rebuild('notes')).toMatchObject({ position: 1, swapped: true });
    await projecting.until(() => projecting.running.health()[0]?.checkpoint === 3);
    expect(projecting.running.health()[0]?.halted).toBeUndefined();
    expect(await projecting.times()).toBe(3n);
  });
});
