import { describe, expect, it } from '@jest/globals';
import { gzipSync } from 'node:zlib';
import { LOGO_BYTES_MAX } from '../../contracts/brand/logo.js';
import { readHead } from './picture-head.js';
import {
  chunk,
  claimedPng,
  extendedWebp,
  halves,
  png,
  PNG_END,
  pngHead,
  withExif,
} from './testing/pictures.js';

const PNG = Buffer.from(halves().pngSync());
const JPEG = Buffer.from(halves().jpegSync());
const WEBP = Buffer.from(halves().webpSync());
const LOSSLESS = Buffer.from(halves().webpLosslessSync());
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const head = (file: Uint8Array) => {
  try {
    const { width, height } = readHead(file);
    return `${width} x ${height}`;
  } catch (error) {
    const { name, message } = error as Error;
    return `${name}: ${message}`;
  }
};
const fault = (text: string): RegExp => new RegExp(`^PictureFault: ${text}`);
const upTo = (file: Buffer, share: number): Buffer => file.subarray(0, Math.floor(file.length * share));
const padded = (length: number): Buffer => {
  const bare = png(pngHead(1, 1), chunk('tEXt', Buffer.alloc(0)), chunk('IDAT', Buffer.alloc(9)), PNG_END);
  const text = chunk('tEXt', Buffer.alloc(length - bare.length));
  return png(pngHead(1, 1), text, chunk('IDAT', Buffer.alloc(9)), PNG_END);
};

describe('the head of a picture', () => {
  it.each([
    ['a PNG', PNG],
    ['a JPEG', JPEG],
    ['a JPEG with EXIF', withExif(JPEG, 6)],
    ['a WebP', WEBP],
    ['a lossless WebP', LOSSLESS],
    ['an extended WebP', extendedWebp(WEBP, 400, 200)],
  ])('has the size of %s', (_, file) => {
    expect(head(file)).toBe('400 x 200');
  });

  it('allows 2 MB and 16 megapixels, and nothing more', () => {
    expect(head(padded(LOGO_BYTES_MAX))).toBe('1 x 1');
    expect(head(padded(LOGO_BYTES_MAX + 1))).toMatch(fault('is larger than 2 MB: save it smaller'));
    expect(head(claimedPng(4_000, 4_000))).toBe('4000 x 4000');
    expect(head(claimedPng(16_000_001, 1))).toMatch(
      fault('has 16000001 x 1 pixels, and 16 million are the most: save it smaller'),
    );
  });

  it.each([
    ['a PNG', claimedPng(2 ** 31 - 1, 2 ** 31 - 1)],
    ['an extended WebP', extendedWebp(WEBP, 16_384, 16_384).subarray(0)],
  ])('refuses a pixel bomb that is %s', (_, file) => {
    expect(head(file)).toMatch(/^PictureFault: (?:has \d+ x \d+ pixels|is damaged)/);
  });

  it.each([
    ['nothing', Buffer.alloc(0), 'is empty: choose'],
    ['an SVG', Buffer.from(SVG), 'is an SVG, which may contain scripts: save it as PNG'],
    [
      'an SVG behind a comment',
      Buffer.from(`<?xml version="1.0"?><!-- ${'x'.repeat(999)} -->${SVG}`),
      'is an SVG',
    ],
    ['an SVG in UTF-16', Buffer.from(`\ufeff${SVG}`, 'utf16le'), 'is an SVG'],
    ['a compressed SVG', gzipSync(SVG), 'is an SVG'],
    ['a GIF', Buffer.from('GIF89a......'), 'is a GIF: save it as PNG, JPEG or WebP'],
    ['a PDF', Buffer.from('%PDF-1.7'), 'is a PDF'],
    ['an AVIF', Buffer.from('\0\0\0\x20ftypavif', 'latin1'), 'is an AVIF, HEIC or video file'],
    ['a ZIP', Buffer.from('PK\x03\x04....'), 'is a ZIP file'],
    ['HTML', Buffer.from('<html><body>logo.png'), 'is not a PNG, JPEG or WebP picture'],
    ['a WAV', Buffer.from('RIFF....WAVE'), 'is not a PNG, JPEG or WebP picture'],
    [
      'an animated PNG',
      png(pngHead(9, 9), chunk('acTL', Buffer.alloc(8)), PNG_END),
      'is animated: save a single',
    ],
    ['an animated WebP', extendedWebp(WEBP, 400, 200, 0x02), 'is animated'],
  ])('refuses %s by its content', (_, file, said) => {
    expect(head(file)).toMatch(fault(said));
  });

  it.each([
    ['a PNG', PNG],
    ['a JPEG', JPEG],
    ['a WebP', WEBP],
    ['a lossless WebP', LOSSLESS],
  ])('refuses %s that is cut off anywhere', (_, file) => {
    for (const share of [0.02, 0.1, 0.5, 0.9, 0.99]) expect(head(upTo(file, share))).toMatch(/^PictureFault/);
    expect(head(upTo(file, 0.9))).toMatch(fault('is damaged or cut off: save it again as PNG'));
  });

  it.each([
    ['a WebP whose parts have different sizes', extendedWebp(WEBP, 400, 201)],
    ['a WebP without pixels', extendedWebp(WEBP.subarray(0, 12), 400, 200)],
    ['a JPEG with two frames', Buffer.concat([JPEG.subarray(0, 2), frameOf(JPEG), JPEG.subarray(2)])],
    ['a PNG that begins with another chunk', png(chunk('tEXt', Buffer.alloc(3)), pngHead(9, 9), PNG_END)],
    ['a PNG with two heads', png(pngHead(9, 9), pngHead(9_999, 9_999), PNG_END)],
    [
      'a PNG whose chunk is longer than the file',
      png(pngHead(9, 9), Buffer.from('7fffffff49444154', 'hex'), PNG_END),
    ],
    ['a PNG without pixels', claimedPng(0, 9)],
  ])('refuses %s', (_, file) => {
    expect(head(file)).toMatch(fault('is damaged'));
  });

  it('leaves out the texts and profiles of a PNG, and what follows it', () => {
    const hidden = chunk('zTXt', Buffer.from('SECRET'));
    const file = Buffer.concat([PNG.subarray(0, 33), hidden, PNG.subarray(33), Buffer.from('PK<script>')]);
    expect(Buffer.from(readHead(file).bytes).equals(PNG)).toBe(true);
  });
});

function frameOf(jpeg: Buffer): Buffer {
  const at = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
  return jpeg.subarray(at, at + 2 + jpeg.readUInt16BE(at + 2));
}
