import { describe, expect, it } from '@jest/globals';
import { deflateSync } from 'node:zlib';
import { drawPicture } from './draw-picture.js';
import { readHead } from './picture-head.js';
import { readLogo } from './read-logo.js';
import { STORED_BYTES_MAX } from './draw-logo.js';
import {
  chunk,
  type ColourAt,
  claimedPng,
  extendedWebp,
  halves,
  picture,
  pixelOf,
  png,
  PNG_END,
  pngHead,
  TWO_HALVES,
  withExif,
} from './testing/pictures.js';

type Colour = ReturnType<ColourAt>;

const read = (file: Uint8Array) =>
  readLogo(file).catch(({ code, message }: { code: string; message: string }) => `${code} ${message}`);

describe('a logo', () => {
  it.each([
    ['a PNG', halves().pngSync()],
    ['a JPEG', halves().jpegSync()],
    ['a WebP', halves().webpSync()],
    ['an extended WebP', extendedWebp(Buffer.from(halves().webpLosslessSync()), 400, 200)],
  ])('is drawn again from %s, as a PNG', async (_, file) => {
    const { png: made, ...rest } = await readLogo(file);
    expect(rest).toMatchObject({ width: 400, height: 200, ground: 'any' });
    expect(readHead(made)).toMatchObject({ width: 400, height: 200 });
    const [red, , blue] = pixelOf(made, 20, 100);
    expect(red! - blue!).toBeGreaterThan(200);
  });

  it('is upright and has no metadata', async () => {
    const file = withExif(Buffer.from(halves().jpegSync(95)), 6);
    expect(file.includes('SECRET PLACE')).toBe(true);
    const { png: made, width, height } = await readLogo(file);
    expect([width, height]).toEqual([200, 400]);
    expect(Buffer.from(made).includes('SECRET PLACE')).toBe(false);
    const [red] = pixelOf(made, 100, 20);
    const [, , blue] = pixelOf(made, 100, 380);
    expect([red! > 200, blue! > 200]).toEqual([true, true]);
  });

  it('has nothing of a file that is also another one', async () => {
    const html = '<script>alert(1)</script>';
    const [start, rest] = [halves().pngSync().subarray(0, 33), halves().pngSync().subarray(33)];
    const file = Buffer.concat([
      start,
      chunk('tEXt', Buffer.from(html)),
      rest,
      Buffer.from(`PK\x03\x04${html}`),
    ]);
    const { png: made } = await readLogo(file);
    expect(Buffer.from(made).includes('script')).toBe(false);
    expect(Buffer.from(made).subarray(-8)).toEqual(PNG_END.subarray(-8));
  });

  it('has no transparent margins, is at most 512 pixels long, and fits into an event', async () => {
    const file = picture(1_200, 900, (x, y) =>
      x >= 100 && x < 1_100 && y >= 400 && y < 600 ? [20, 60, 200] : [0, 0, 0, 0],
    ).pngSync();
    const { width, height } = await readLogo(file);
    expect([512 - width < 4, Math.abs(height - 102) < 3]).toEqual([true, true]);
    let seed = 1;
    const next = (): number => (seed = (seed * 16_807) % 2_147_483_647) % 256;
    const noise = await readLogo(picture(600, 600, () => [next(), next(), next()]).pngSync());
    expect(noise.png.length).toBeLessThanOrEqual(STORED_BYTES_MAX);
    expect(noise.width).toBeLessThan(200);
  });

  it.each([
    ['dark letters', (): Colour => [10, 10, 40], 'pale'],
    ['white letters', (): Colour => [255, 255, 255], 'dark'],
    ['a bright colour', (): Colour => [225, 29, 72], 'any'],
  ] as const)('knows on which backgrounds %s are seen', async (_, colour, ground) => {
    const file = picture(192, 32, (x, y) =>
      Math.hypot((x % 32) - 16, y - 16) < 15 ? colour() : [0, 0, 0, 0],
    ).pngSync();
    expect(await readLogo(file)).toMatchObject({ ground });
  });

  it('is refused with what to do when it cannot be shown', async () => {
    const clear = picture(100, 100, () => [9, 9, 9, 0]).pngSync();
    expect(await read(clear)).toMatch(/^VALIDATION_FAILED logo: is transparent everywhere: choose/);
    expect(await read(picture(63, 63, TWO_HALVES).pngSync())).toMatch(/logo: is smaller than 64 pixels/);
    expect(await read(picture(810, 100, TWO_HALVES).pngSync())).toMatch(/logo: is too narrow to be seen/);
    expect(await read(Buffer.from('<svg/>'))).toMatch(/^VALIDATION_FAILED logo: is an SVG/);
  });

  it.each([
    ['has fewer pixels than its head says', claimedPng(4_000, 4_000)],
    ['expands to 256 MB', png(pngHead(100, 100), chunk('IDAT', deflateSync(Buffer.alloc(2 ** 28))), PNG_END)],
    ['has no pixels', png(pngHead(100, 100), PNG_END)],
    ['has a wrong checksum', flipped(halves().pngSync(), 60)],
    ['is a WebP with broken pixels', flipped(halves().webpLosslessSync(), 30)],
  ])('is refused, or drawn in bounded time and memory, when it %s', async (_, file) => {
    const end = await read(file);
    if (typeof end === 'string') expect(end).toMatch(/^VALIDATION_FAILED logo: is (?:damaged|transparent)/);
    else expect(end).toMatchObject({ width: 100, height: 100 });
  });

  it('is given up when it takes too long, and the next one is drawn', async () => {
    const job = { kind: 'logo', picture: readHead(halves().pngSync()) } as const;
    const [late, next] = await Promise.all([drawPicture(job, 1), drawPicture(job)]);
    expect(late).toBeUndefined();
    expect(next).toMatchObject({ done: { width: 400 } });
  });
});

function flipped(file: Uint8Array, at: number): Buffer {
  const broken = Buffer.from(file);
  broken[at]! ^= 0xff;
  return broken;
}
