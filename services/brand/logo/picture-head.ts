import { LOGO_BYTES_MAX, LOGO_PIXELS_MAX, type LogoSize } from '../../contracts/brand/logo.js';

export class PictureFault extends Error {
  override readonly name = 'PictureFault';
}

export interface Picture extends LogoSize {
  readonly bytes: Uint8Array;
}

const DAMAGED = 'is damaged or cut off: save it again as PNG';
const SAVE_AS = 'save it as PNG, JPEG or WebP';

export function readHead(file: Uint8Array): Picture {
  if (file.length === 0) throw new PictureFault('is empty: choose a PNG, JPEG or WebP file');
  if (file.length > LOGO_BYTES_MAX)
    throw new PictureFault('is larger than 2 MB: save it smaller, 512 pixels wide are enough');
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.length);
  const picture = headOf(bytes);
  const { width, height } = picture;
  if (width < 1 || height < 1) throw new PictureFault(DAMAGED);
  if (width * height > LOGO_PIXELS_MAX)
    throw new PictureFault(
      `has ${width} x ${height} pixels, and 16 million are the most: save it smaller, 512 pixels wide are enough`,
    );
  return picture;
}

function headOf(bytes: Buffer): Picture {
  if (startsWith(bytes, PNG_START)) return pngHead(bytes);
  if (startsWith(bytes, JPEG_START)) return { ...jpegSize(bytes), bytes };
  if (isText(bytes, 0, 'RIFF') && isText(bytes, 8, 'WEBP')) return { ...webpSize(bytes), bytes };
  throw new PictureFault(otherKind(bytes));
}

const PNG_START = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const JPEG_START = [0xff, 0xd8, 0xff];

const startsWith = (bytes: Buffer, start: readonly number[]): boolean =>
  start.every((byte, index) => bytes[index] === byte);
const isText = (bytes: Buffer, at: number, text: string): boolean =>
  bytes.toString('latin1', at, at + text.length) === text;

const OTHERS: readonly (readonly [start: string, at: number, kind: string])[] = [
  ['GIF8', 0, 'a GIF'],
  ['%PDF', 0, 'a PDF'],
  ['BM', 0, 'a BMP'],
  ['II*\0', 0, 'a TIFF'],
  ['MM\0*', 0, 'a TIFF'],
  ['8BPS', 0, 'a Photoshop file'],
  ['%!PS', 0, 'an EPS or Illustrator file'],
  ['\0\0\x01\0', 0, 'an icon file'],
  ['PK\x03\x04', 0, 'a ZIP file'],
  ['ftyp', 4, 'an AVIF, HEIC or video file'],
];
const SVG_WITHIN = 4_096;

function otherKind(bytes: Buffer): string {
  const [, , kind] = OTHERS.find(([start, at]) => isText(bytes, at, start)) ?? [];
  if (kind !== undefined) return `is ${kind}: ${SAVE_AS}`;
  const start = bytes.toString('latin1', 0, SVG_WITHIN).replaceAll('\0', '').toLowerCase();
  if (start.includes('<svg') || start.includes('<!doctype svg') || start.startsWith('\x1f\x8b'))
    return 'is an SVG, which may contain scripts: save it as PNG';
  return `is not a PNG, JPEG or WebP picture: ${SAVE_AS}`;
}

const ANIMATED = 'is animated: save a single picture as PNG';

/** Chunks that pixels need. Others may expand when they are read. */
const PNG_KEPT: ReadonlySet<string> = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);
const PNG_ANIMATED: ReadonlySet<string> = new Set(['acTL', 'fcTL', 'fdAT']);
const CHUNK_BYTES = 12;

function pngHead(bytes: Buffer): Picture {
  const kept: Buffer[] = [bytes.subarray(0, PNG_START.length)];
  for (let at = PNG_START.length; at + CHUNK_BYTES <= bytes.length;) {
    const end = at + CHUNK_BYTES + bytes.readUInt32BE(at);
    const name = bytes.toString('latin1', at + 4, at + 8);
    if (end > bytes.length || (kept.length === 1) !== (name === 'IHDR')) break;
    if (PNG_ANIMATED.has(name)) throw new PictureFault(ANIMATED);
    if (PNG_KEPT.has(name)) kept.push(bytes.subarray(at, end));
    at = end;
    if (name !== 'IEND') continue;
    const head = kept[1]!;
    if (head.length !== CHUNK_BYTES + 13) break;
    return { width: head.readUInt32BE(8), height: head.readUInt32BE(12), bytes: Buffer.concat(kept) };
  }
  throw new PictureFault(DAMAGED);
}

const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
const JPEG_SCAN = 0xda;
const JPEG_END = Buffer.from([0xff, 0xd9]);

function jpegSize(bytes: Buffer): LogoSize {
  let size: LogoSize | undefined;
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff;) {
    const marker = bytes[at + 1]!;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const next = at + 2 + bytes.readUInt16BE(at + 2);
    if (isFrame(marker)) {
      if (size || at + 9 > bytes.length) break;
      size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    }
    if (marker === JPEG_SCAN) {
      if (!size || !bytes.includes(JPEG_END, next)) break;
      return size;
    }
    at = next;
  }
  throw new PictureFault(DAMAGED);
}

const FLAG_ANIMATED = 0x02;
const WEBP_ANIMATED: ReadonlySet<string> = new Set(['ANIM', 'ANMF']);
const VP8_START = [0x9d, 0x01, 0x2a];
const VP8L_START = 0x2f;

/** All sizes in the file must be equal, because decoders trust different ones. */
function webpSize(bytes: Buffer): LogoSize {
  const end = 8 + bytes.readUInt32LE(4);
  const sizes: LogoSize[] = [];
  let hasPixels = false;
  let at = 12;
  while (end <= bytes.length && at + 8 <= end) {
    const name = bytes.toString('latin1', at, at + 4);
    const data = bytes.subarray(at + 8, at + 8 + bytes.readUInt32LE(at + 4));
    at += 8 + bytes.readUInt32LE(at + 4) + (bytes.readUInt32LE(at + 4) % 2);
    const animated = WEBP_ANIMATED.has(name) || (name === 'VP8X' && (data[0]! & FLAG_ANIMATED) !== 0);
    if (animated) throw new PictureFault(ANIMATED);
    if (name === 'VP8X' && data.length >= 10)
      sizes.push({ width: 1 + data.readUIntLE(4, 3), height: 1 + data.readUIntLE(7, 3) });
    if (name === 'VP8 ' && data.length >= 10 && startsWith(data.subarray(3), VP8_START)) {
      sizes.push({ width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff });
      hasPixels = true;
    }
    if (name === 'VP8L' && data.length >= 5 && data[0] === VP8L_START) {
      const packed = data.readUInt32LE(1);
      sizes.push({ width: 1 + (packed & 0x3fff), height: 1 + ((packed >>> 14) & 0x3fff) });
      hasPixels = true;
    }
  }
  const [first] = sizes;
  const agree = sizes.every(({ width, height }) => width === first!.width && height === first!.height);
  if (!first || !hasPixels || !agree || at > end + 1) throw new PictureFault(DAMAGED);
  return first;
}
