import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { PARKED_MAX } from './parking.js';
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

  it('restarts a halted view', async () => {
    await projecting.happen(3);
    const all = await projecting.store.readAll(0, 10);
    let whole = false;
    projecting.run([counts], {
      async *follow(options) {
        if (whole) return yield* projecting.store.follow(options);
        yield [all[0]!, all[2]!];
        await new Promise((resolve) => options.signal.addEventListener('abort', resolve));
      },
    });
    await projecting.until(() => projecting.running.health()[0]?.halted?.position === 2);
    whole = true;
    expect(await projecting.running.rebuild('counts')).toMatchObject({ position: 1, swapped: true });
    await projecting.until(() => projecting.running.health()[0]?.checkpoint === 3);
    expect(projecting.running.health()[0]?.halted).toBeUndefined();
    expect(await projecting.times()).toBe(3n);
  });

  it('restarts a halted view without skipping events while a later page is under way', async () => {
    let broken = true;
    const mended = notes(() => {
      if (broken) throw new Error('bad code');
      return 'read';
    });
    let letGo = (): void => undefined;
    const isHeld = new Promise<void>((resolve) => (letGo = resolve));
    const last = PARKED_MAX + 2;
    // Delays a page until the rebuild has restarted the view.
    const held = {
      async *follow(options: Parameters<typeof projecting.store.follow>[0]) {
        for await (const events of projecting.store.follow(options)) {
          if (events.at(-1)?.position === last) await isHeld;
          yield events;
        }
      },
    };
    for (let event = 1; event < last; event += 1) await projecting.happen(1);
    const wants = (): boolean => true;
    projecting.run(
      [
        { ...mended, wants },
        { ...counts, wants },
      ],
      held,
    );
    await projecting.untilAt(last - 1);
    await projecting.happen(1);
    broken = false;
    const rebuilding = projecting.running.rebuild('notes', { force: true });
    await projecting.until(() => projecting.running.health()[0]?.halted === undefined);
    letGo();
    await rebuilding;
    const missing = [];
    for (let event = 1; event <= last; event += 1)
      if (!(await projecting.writer.get(mended.view, `e${event}`))) missing.push(event);
    expect(missing).toEqual([]);
    expect(await projecting.times()).toBe(BigInt(last));
  });

  it('fails when the view halts before the end of the log', async () => {
    await projecting.happen(3);
    const all = await projecting.store.readAll(0, 10);
    projecting.run([notes(() => null)], {
      async *follow({ signal }) {
        yield [all[0]!, all[2]!];
        await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      },
    });
    await projecting.until(() => projecting.running.health()[0]?.halted?.position === 2);
    await expect(projecting.running.rebuild('notes')).rejects.toThrow(
      'notes stands still at event 1 of 3: event 2 cannot be taken: event 2 is missing from the log',
    );
  });
});
