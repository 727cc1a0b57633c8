import { describe, expect, it } from '@jest/globals';
import { NO_STREAM } from '../../event-store.js';
import { newEvents, newStream } from '../../testing/new-event.js';
import { surely, useFixture } from '../testing/opened.js';

describe('a process that is cut off while others go on', () => {
  const world = useFixture({ nodes: 3, doors: 2 });

  it.each([
    ['after it asked who is there', async () => undefined],
    ['after it was sent on to the leader', async () => void world.fixture.elect()],
  ])('stores and reads nothing %s, and everything afterwards', async (_title, beforehand) => {
    const [door, otherDoor] = world.fixture.doors as [(typeof world.fixture.doors)[0], { url: string }];
    const cut = await world.open({ url: door.url, deadlineMs: 5_000, appendWithinMs: 4_000 });
    const other = await world.open({ url: otherDoor.url });
    await beforehand();
    const [stream, unheard] = [newStream(), newStream()];
    const [events, later] = [newEvents(1), newEvents(1)];
    const { head } = await surely(() => cut.append(stream, NO_STREAM, events));

    await door.cut();
    await expect(cut.append(unheard, NO_STREAM, newEvents(1))).rejects.toThrow();
    await expect(cut.lastPosition()).rejects.toThrow();
    // Errors may differ, but nothing was stored.
    await other.append(stream, head, newEvents(1));
    expect(await other.readStream(unheard)).toEqual([]);

    await door.mend();
    expect(await surely(() => cut.readStream(stream))).toHaveLength(2);
    await surely(() => cut.append(unheard, NO_STREAM, later));
    expect(await other.readStream(unheard)).toHaveLength(1);
  });
});
