import { CompressionType, FastResizeFilter, FilterType, ResizeFit, Transformer } from '@napi-rs/image';
import { LOGO_SIDE_MAX, type LogoSize } from '../../contracts/brand/logo.js';
import type { DrawnLogo } from './logo.decider.js';
import { PictureFault, type Picture } from './picture-head.js';
import { boxOf, groundOf, type Pixels } from './pixels.js';

export const STORED_BYTES_MAX = 100_000;
const SIDES = [LOGO_SIDE_MAX, 384, 288, 216, 152];
const SIDE_MIN = 64;
const RATIO_MAX = 8;

export const pngOf = (picture: Transformer): Buffer =>
  picture.pngSync({ compressionType: CompressionType.Best, filterType: FilterType.Adaptive });

/** Not `resize`, because that one draws dark lines around transparent parts. */
export const shrink = (picture: Transformer, width: number, height: number): Transformer =>
  picture.fastResize({ width, height, fit: ResizeFit.Fill, filter: FastResizeFilter.Lanczos3 });

const UNPACKED = { compressionType: CompressionType.Fast, filterType: FilterType.NoFilter };

export function pixelsOf(png: Uint8Array): Pixels {
  const { width, height } = new Transformer(png).metadataSync();
  const empty = Transformer.fromRgbaPixels(new Uint8Array(width * height * 4), width, height);
  return { width, height, rgba: empty.overlay(png, 0, 0).rawPixelsSync() };
}

export function drawLogo({ bytes, width, height }: Picture): Omit<DrawnLogo, 'digest'> {
  const { orientation = 1 } = new Transformer(bytes).metadataSync(true);
  const upright = orientation >= FIRST_ON_SIDE ? { width: height, height: width } : { width, height };
  const first = resized(bytes, upright, LOGO_SIDE_MAX / Math.max(width, height));
  const box = boxOf(first);
  if (!box)
    throw new PictureFault('is transparent everywhere: choose a picture in which something can be seen');
  const scale = Math.max(1, upright.width / first.width);
  const [longer, shorter] = [Math.max(box.width, box.height), Math.min(box.width, box.height)];
  if (longer * scale < SIDE_MIN)
    throw new PictureFault(
      `is smaller than ${SIDE_MIN} pixels without its transparent margins: choose a larger picture`,
    );
  if (longer > RATIO_MAX * shorter)
    throw new PictureFault(
      `is too narrow to be seen: choose a picture at most ${RATIO_MAX} times as wide as high, or as high as wide`,
    );
  for (const side of SIDES) {
    const pixels = cut(resized(bytes, upright, side / (longer * scale)));
    const png = pngOf(Transformer.fromRgbaPixels(pixels.rgba, pixels.width, pixels.height));
    if (png.length <= STORED_BYTES_MAX)
      return { png, width: pixels.width, height: pixels.height, ground: groundOf(pixels) };
  }
  throw new Error('the last side is too large');
}

const FIRST_ON_SIDE = 5;

function resized(bytes: Uint8Array, upright: LogoSize, scale: number): Pixels {
  const picture = new Transformer(bytes).rotate();
  if (scale >= 1) return pixelsOf(picture.pngSync(UNPACKED));
  const [width, height] = [upright.width, upright.height].map((side) =>
    Math.max(1, Math.round(side * scale)),
  );
  return pixelsOf(shrink(picture, width!, height!).pngSync(UNPACKED));
}

function cut(pixels: Pixels): Pixels {
  const { left, top, width, height } = boxOf(pixels)!;
  const rows = Array.from({ length: height }, (_, row) => {
    const from = ((top + row) * pixels.width + left) * 4;
    return pixels.rgba.subarray(from, from + width * 4);
  });
  return { width, height, rgba: Buffer.concat(rows) };
}
