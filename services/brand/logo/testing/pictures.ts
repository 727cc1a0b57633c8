import { crc32, deflateSync } from 'node:zlib';
import { Transformer } from '@napi-rs/image';

const PNG_START = Buffer.from('89504e470d0a1a0a', 'hex');

export function chunk(name: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const bytes = Buffer.alloc(named.length + 8);
  bytes.writeUInt32BE(data.length, 0);
  named.copy(bytes, 4);
  bytes.writeUInt32BE(crc32(named), named.length + 4);
  return bytes;
}

export function pngHead(width: number, height: number): Buffer {
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 6, 0, 0, 0]);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  return chunk('IHDR', head);
}

export const png = (...chunks: readonly Buffer[]): Buffer => Buffer.concat([PNG_START, ...chunks]);
export const PNG_END = chunk('IEND', Buffer.alloc(0));

export const claimedPng = (width: number, height: number): Buffer =>
  png(pngHead(width, height), chunk('IDAT', deflateSync(Buffer.alloc(64))), PNG_END);

export type ColourAt = (
  x: number,
  y: number,
) => readonly [red: number, green: number, blue: number, opacity?: number];

export function picture(width: number, height: number, colourAt: ColourAt): Transformer {
  const rgba = new Uint8Array(width * height * 4);
  for (let at = 0; at < width * height; at += 1) {
    const [red, green, blue, opacity = 255] = colourAt(at % width, Math.floor(at / width));
    rgba.set([red, green, blue, opacity], at * 4);
  }
  return Transformer.fromRgbaPixels(rgba, width, height);
}

export const TWO_HALVES: ColourAt = (x) => (x < 200 ? [255, 0, 0] : [0, 0, 255]);

export const halves = (): Transformer => picture(400, 200, TWO_HALVES);

export function withExif(jpeg: Buffer, orientation: number): Buffer {
  const exif = Buffer.from('4d4d002a00000008000101120003000000010000000000000000', 'hex');
  exif.writeUInt16BE(orientation, 18);
  const data = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), exif, Buffer.from('SECRET PLACE')]);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, data, jpeg.subarray(2)]);
}

export function extendedWebp(webp: Buffer, width: number, height: number, flags = 0): Buffer {
  const head = Buffer.alloc(18);
  head.write('VP8X', 'latin1');
  head.writeUInt32LE(10, 4);
  head[8] = flags;
  head.writeUIntLE(width - 1, 12, 3);
  head.writeUIntLE(height - 1, 15, 3);
  const whole = Buffer.concat([webp.subarray(0, 12), head, webp.subarray(12)]);
  whole.writeUInt32LE(whole.length - 8, 4);
  return whole;
}

export function pixelOf(file: Uint8Array, x: number, y: number): readonly number[] {
  const decoded = new Transformer(file);
  const { width } = decoded.metadataSync();
  const at = (y * width + x) * 4;
  return [...decoded.rawPixelsSync().subarray(at, at + 4)];
}
