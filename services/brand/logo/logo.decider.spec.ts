import { describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { MemoryEventStore } from '../../../infra/event-store/testing/memory-event-store.js';
import { systemContext } from '../../../infra/event-store/event-context.js';
import type { DrawnLogo } from './logo.decider.js';
import { changeLogo, Logos } from './logos.js';
import { LOGO_STREAM } from './logo.events.js';

const drawn = (text: string): DrawnLogo => ({
  png: Buffer.from(text),
  digest: createHash('sha256').update(text).digest('hex'),
  width: 512,
  height: 128,
  ground: 'pale',
});

describe('the logo', () => {
  const store = new MemoryEventStore();
  const logos = new Logos(store);
  const set = (text: string, seen?: number) =>
    changeLogo(store, { type: 'SetLogo', drawn: drawn(text), seen }, systemContext());
  const remove = (seen?: number) => changeLogo(store, { type: 'RemoveLogo', seen }, systemContext());
  const types = async () => (await store.readStream(LOGO_STREAM)).map(({ type }) => type);

  it('is absent until an owner sets one, and the same picture is stored once', async () => {
    expect(await logos.current()).toBeUndefined();
    expect(await remove(0)).toBe(false);
    expect([await set('one', 0), await set('one', 0)]).toEqual([true, false]);
    const { logo, version } = await logos.newest();
    expect(version).toBe(1);
    expect(logo).toMatchObject({ width: 512, height: 128, ground: 'pale' });
    expect(logo!.digest).toMatch(/^[0-9a-f]{64}$/);
    expect(Buffer.from(logo!.png).toString()).toBe('one');
    expect(await types()).toEqual(['LogoSet']);
  });

  it('is not changed by a form that shows an older one', async () => {
    await expect(set('two', 0)).rejects.toMatchObject({ code: 'STALE_EDIT' });
    await expect(remove(0)).rejects.toMatchObject({ code: 'STALE_EDIT' });
    expect(await set('two', 1)).toBe(true);
  });

  it('is removed, and its digest stays in the log', async () => {
    const was = (await logos.newest()).logo!.digest;
    expect(await remove(2)).toBe(true);
    expect(await logos.newest()).toEqual({ version: 3 });
    expect((await store.readStream(LOGO_STREAM)).at(-1)).toMatchObject({ data: { version: 3, was } });
    expect(await set('two', 3)).toBe(true);
    expect((await logos.newest()).logo).toBeDefined();
  });
});
