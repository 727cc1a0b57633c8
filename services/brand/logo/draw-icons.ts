import { Transformer } from '@napi-rs/image';
import { DARK_PLATE, fitted, type LogoSize, PALE_PLATE } from '../../contracts/brand/logo.js';
import { pixelsOf, pngOf, shrink } from './draw-logo.js';
import { edgeOf, isSeenOn } from './pixels.js';

interface Shape {
  readonly side: number;
  readonly room: number;
  readonly sign: number;
  readonly isRounded?: true;
}

const SHAPES: Readonly<Record<string, Shape>> = {
  '/icons/icon-192.png': { side: 192, room: 0.74, sign: 1, isRounded: true },
  '/icons/icon-512.png': { side: 512, room: 0.74, sign: 1, isRounded: true },
  '/icons/maskable-512.png': { side: 512, room: 0.8, sign: 0.74 },
  '/icons/apple-touch-icon.png': { side: 180, room: 0.7, sign: 1 },
};

const SIGN =
  '<path d="M10 23V9l12 14V9M7 14h18M7 18h18" fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/>';

export function drawIcons(
  colour: string,
  logo: Uint8Array | undefined,
): Readonly<Record<string, Uint8Array>> {
  const pixels = logo && pixelsOf(logo);
  const edge = pixels && edgeOf(pixels);
  const plate = [colour, PALE_PLATE, DARK_PLATE].find((each) => !pixels || isSeenOn(pixels, each));
  const ground = edge !== undefined && edge !== 'mixed' ? edge : (plate ?? PALE_PLATE);
  return Object.fromEntries(
    Object.entries(SHAPES).map(([path, shape]) => {
      const inner = pixels && logo ? placed(logo, pixels, shape) : sign(shape);
      const corner = shape.isRounded ? ' rx="9"' : '';
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="512" height="512"><rect width="32" height="32"${corner} fill="${ground}"/>${inner}</svg>`;
      const { side } = shape;
      return [path, pngOf(shrink(Transformer.fromSvg(svg), side, side))];
    }),
  );
}

const sign = ({ sign: scale }: Shape): string =>
  `<g transform="translate(16 16) scale(${scale}) translate(-16 -16)">${SIGN}</g>`;

function placed(logo: Uint8Array, size: LogoSize, { room, isRounded }: Shape): string {
  const side = 3_200 * room;
  // The corners must lie within the circle.
  const box = isRounded ? 1 : Math.hypot(size.width, size.height) / Math.max(size.width, size.height);
  const { width, height } = fitted(size, { width: side / box, height: side / box });
  const [x, y, w, h] = [1_600 - width / 2, 1_600 - height / 2, width, height].map((each) => each / 100);
  const data = Buffer.from(logo).toString('base64');
  return `<image x="${x}" y="${y}" width="${w}" height="${h}" href="data:image/png;base64,${data}"/>`;
}
