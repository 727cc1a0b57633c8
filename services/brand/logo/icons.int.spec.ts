import { describe, expect, it, jest } from '@jest/globals';
import type { PictureAnswer } from './picture.process.js';
import { Icons, iconsVersion } from './icons.js';
import type { Logo } from './logo.decider.js';
import { readHead } from './picture-head.js';
import { picture, pixelOf, type ColourAt } from './testing/pictures.js';

const BLUE = { colour: '#1d4ed8' };
const logoOf = (digest: string, colourAt: ColourAt, width = 128, height = 128): Logo => ({
  png: picture(width, height, colourAt).pngSync(),
  digest,
  width,
  height,
  ground: 'any',
});
const disc =
  (...colour: readonly [number, number, number]): ColourAt =>
  (x, y) =>
    Math.hypot(x - 64, y - 64) < 64 ? colour : [0, 0, 0, 0];
const MASKABLE = '/icons/maskable-512.png';
const near = (pixel: readonly number[], wanted: readonly number[]): boolean =>
  wanted.every((channel, index) => Math.abs(pixel[index]! - channel) < 6);

describe('icons', () => {
  it('are those of the build for the default brand', async () => {
    expect(await new Icons().of({ colour: '#0b6b62' }, undefined)).toBeUndefined();
  });

  it('have the colour of the brand, and the sizes that systems ask for', async () => {
    const icons = await new Icons().of(BLUE, undefined);
    const sizes = [...icons!].map(([path, bytes]) => [path, readHead(bytes).width, readHead(bytes).height]);
    expect(sizes).toEqual([
      ['/icons/icon-192.png', 192, 192],
      ['/icons/icon-512.png', 512, 512],
      [MASKABLE, 512, 512],
      ['/icons/apple-touch-icon.png', 180, 180],
    ]);
    expect(near(pixelOf(icons!.get(MASKABLE)!, 2, 2), [0x1d, 0x4e, 0xd8, 255])).toBe(true);
    expect(pixelOf(icons!.get('/icons/icon-192.png')!, 0, 0)[3]).toBe(0);
  });

  it.each([
    ["the brand's colour", disc(255, 220, 0), [0x1d, 0x4e, 0xd8, 255]],
    ["white when it cannot be seen on the brand's colour", disc(0x1d, 0x4e, 0xd8), [255, 255, 255, 255]],
    ['its own background', (): [number, number, number] => [200, 30, 30], [200, 30, 30, 255]],
  ] as const)('have the logo in the middle, on %s', async (_, colourAt, ground) => {
    const icons = await new Icons().of(BLUE, logoOf('a', colourAt));
    const icon = icons!.get(MASKABLE)!;
    expect(near(pixelOf(icon, 2, 2), ground)).toBe(true);
    expect(near(pixelOf(icon, 256, 256), colourAt(64, 64) as readonly number[])).toBe(true);
    expect(near(pixelOf(icon, 256, 40), ground)).toBe(true);
  });

  it.each<[string, () => Promise<PictureAnswer | undefined>]>([
    ['failed', async () => undefined],
    ['was refused', () => Promise.reject(new Error('spawn ENOMEM'))],
  ])('are drawn once for a logo and a colour, and again later when that %s', async (_, fail) => {
    let now = 1_000_000;
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => now);
    const draw = jest
      .fn<() => Promise<PictureAnswer | undefined>>()
      .mockImplementationOnce(fail)
      .mockResolvedValue({ done: { '/icons/a.png': new Uint8Array(1) } });
    const icons = new Icons(draw);
    const logo = logoOf('a', disc(255, 220, 0));
    expect(await icons.of(BLUE, logo)).toBeUndefined();
    expect(await icons.of(BLUE, logo)).toBeUndefined();
    expect(draw).toHaveBeenCalledTimes(1);
    now += 61_000;
    const [one, other] = await Promise.all([icons.of(BLUE, logo), icons.of(BLUE, logo)]);
    expect(one!.size).toBe(1);
    expect(other).toBe(one);
    expect(draw).toHaveBeenCalledTimes(2);
    clock.mockRestore();
  });

  it('have another address for another logo or colour', () => {
    const versions = [
      iconsVersion({ colour: '#0b6b62' }, undefined),
      iconsVersion(BLUE, undefined),
      iconsVersion(BLUE, { digest: 'a' }),
      iconsVersion(BLUE, { digest: 'b' }),
    ];
    expect(new Set(versions).size).toBe(4);
    expect(versions[0]).toBeUndefined();
  });
});
