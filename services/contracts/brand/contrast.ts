/** Minimum contrast of text, from WCAG 2.2 level AA. */
export const CONTRAST_MIN = 4.5;

/**
 * Backgrounds of pale pages. The check of a colour on `#ffffff` also covers white text on this colour,
 * because the contrast is equal.
 */
const PALE_GROUNDS = ['#ffffff', '#edf3f1'];
const DARK_GROUNDS = ['#0c1514', '#121f1d', '#192926'];

/** Red, green and blue of `#rrggbb`, each from 0 to 255. */
export const channelsOf = (colour: string): readonly number[] =>
  [1, 3, 5].map((from) => Number.parseInt(colour.slice(from, from + 2), 16));

const linearOf = (colour: string): readonly number[] =>
  channelsOf(colour).map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });

/** Relative luminance of WCAG 2.2, from 0 (black) to 1 (white). */
function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = linearOf(colour);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** From 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [light, dark] = [luminanceOf(one), luminanceOf(other)].toSorted((left, right) => right - left);
  return (light! + 0.05) / (dark! + 0.05);
}

/** Returns the lowest contrast between `colour` and any background of the scheme. */
export const readability = (colour: string, scheme: 'pale' | 'dark'): number =>
  Math.min(...(scheme === 'pale' ? PALE_GROUNDS : DARK_GROUNDS).map((ground) => contrastOf(colour, ground)));

const hexOf = (channels: readonly number[]): string =>
  `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;

/** Mixes two colours. `share`, from 0 to 1, is the weight of `colour`. */
export function mixed(colour: string, other: string, share: number): string {
  const [from, to] = [channelsOf(colour), channelsOf(other)];
  return hexOf(from.map((channel, index) => Math.round(channel * share + to[index]! * (1 - share))));
}

/** Tints below it are rounding errors of a grey. */
const HUELESS = 1e-6;

/** Gives `neutral` the hue of `colour`. The luminance stays, so contrasts stay too. */
export function tinted(neutral: string, colour: string): string {
  const tintOf = (of: string) => linearOf(of).map((part) => part - luminanceOf(of));
  const sizeOf = (tint: readonly number[]): number => Math.max(...tint.map(Math.abs));
  const tint = tintOf(colour);
  const scale = sizeOf(tint) < HUELESS ? 0 : sizeOf(tintOf(neutral)) / sizeOf(tint);
  const channels = tint.map((part) => {
    const light = Math.min(Math.max(luminanceOf(neutral) + part * scale, 0), 1);
    return Math.round(255 * (light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055));
  });
  return hexOf(channels);
}
