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

/** Relative luminance of WCAG 2.2, from 0 (black) to 1 (white). */
function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour).map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
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

/** Mixes two colours. `share`, from 0 to 1, is the weight of `colour`. */
export function mixed(colour: string, other: string, share: number): string {
  const [from, to] = [channelsOf(colour), channelsOf(other)];
  const channels = from.map((channel, index) => Math.round(channel * share + to[index]! * (1 - share)));
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}
