import { contrastOf } from '../../contracts/brand/contrast.js';
import { DARK_PLATE, type LogoGround, PALE_PLATE } from '../../contracts/brand/logo.js';

export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array;
}

export interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const SEEN_OPACITY = 16;

export function boxOf({ width, height, rgba }: Pixels): Rectangle | undefined {
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let at = 0; at < width * height; at += 1) {
    if (rgba[at * 4 + 3]! < SEEN_OPACITY) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return right < 0 ? undefined : { left, top, width: right - left + 1, height: bottom - top + 1 };
}

const SEEN_CONTRAST = 1.8;
const SEEN_SHARE = 0.75;

export function seenOn({ rgba }: Pixels, ground: string): number {
  const counts = new Map<string, number>();
  let all = 0;
  for (let at = 0; at < rgba.length; at += 4) {
    const opacity = rgba[at + 3]!;
    if (opacity < SEEN_OPACITY) continue;
    const colour = hexOf([rgba[at]!, rgba[at + 1]!, rgba[at + 2]!].map((channel) => channel & 0xf8));
    counts.set(colour, (counts.get(colour) ?? 0) + opacity);
    all += opacity;
  }
  let seen = 0;
  for (const [colour, count] of counts) if (contrastOf(colour, ground) >= SEEN_CONTRAST) seen += count;
  return all === 0 ? 0 : seen / all;
}

const hexOf = (channels: readonly number[]): string =>
  `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;

export function groundOf(pixels: Pixels): LogoGround {
  if (edgeOf(pixels) !== undefined) return 'any';
  const [pale, dark] = [seenOn(pixels, PALE_PLATE), seenOn(pixels, DARK_PLATE)];
  if (Math.min(pale, dark) >= SEEN_SHARE) return 'any';
  return pale >= dark ? 'pale' : 'dark';
}

export const isSeenOn = (pixels: Pixels, colour: string): boolean => seenOn(pixels, colour) >= SEEN_SHARE;

const SAME_CHANNEL = 24;

export function edgeOf({ width, height, rgba }: Pixels): string | undefined {
  const opaque = (x: number, y: number): boolean => rgba[(y * width + x) * 4 + 3] === 255;
  for (let x = 0; x < width; x += 1) if (!opaque(x, 0) || !opaque(x, height - 1)) return undefined;
  for (let y = 0; y < height; y += 1) if (!opaque(0, y) || !opaque(width - 1, y)) return undefined;
  const [first, ...others] = [0, width - 1, (height - 1) * width, height * width - 1].map((at) =>
    rgba.subarray(at * 4, at * 4 + 3),
  );
  const same = others.every((corner) =>
    corner.every((channel, index) => Math.abs(channel - first![index]!) <= SAME_CHANNEL),
  );
  return same ? hexOf([...first!]) : 'mixed';
}
