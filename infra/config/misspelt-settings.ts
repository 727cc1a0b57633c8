import { type Environment, presentIn } from './settings.js';

/**
 * When this many settings share their first word, an unknown variable that begins with this word is reported
 * as misspelt.
 */
const FAMILY_MIN = 3;
/** First words of other software's variables: OpenTelemetry reads many `OTEL` variables. */
const OF_OTHERS: ReadonlySet<string> = new Set(['OTEL']);
const NAME_MAX = 100;

export interface Misspelt {
  readonly name: string;
  readonly nearest: string;
}

export function misspeltSettings(environment: Environment, settings: readonly string[]): readonly Misspelt[] {
  const known = new Set(settings);
  const sizes = new Map<string, number>();
  for (const word of settings.map(firstWord)) sizes.set(word, (sizes.get(word) ?? 0) + 1);
  return Object.keys(presentIn(environment))
    .filter((name) => !known.has(name) && name.length <= NAME_MAX && !name.startsWith('npm_'))
    .toSorted()
    .flatMap((name) => {
      const family = firstWord(name);
      const isOurs = !OF_OTHERS.has(family) && (sizes.get(family) ?? 0) >= FAMILY_MIN;
      const isClose = (setting: string) => Math.abs(setting.length - name.length) <= mostDistance(setting);
      const [nearest] = settings
        .filter((setting) => isOurs || isClose(setting))
        .map((setting) => ({ setting, distance: editDistance(name.toUpperCase(), setting) }))
        .toSorted((one, other) => one.distance - other.distance);
      if (!nearest) return [];
      const { setting, distance } = nearest;
      return isOurs || distance <= mostDistance(setting) ? [{ name, nearest: setting }] : [];
    });
}

const firstWord = (name: string): string => name.slice(0, (name.indexOf('_') + 1 || name.length + 1) - 1);

/**
 * Returns how many letters of a setting may be misspelt. `HOST` allows one, so `HOME` (two) is not reported.
 */
const mostDistance = ({ length }: string): number => Math.min(3, Math.max(1, Math.floor(length / 4)));

/**
 * Returns the number of letters to add, drop, replace or swap with the next letter, to turn one
 * text into the other.
 */
function editDistance(one: string, other: string): number {
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const replaced = row[j - 1]! + Number(one[i - 1] !== other[j - 1]);
      const swapped =
        i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
          ? before[j - 2]! + 1
          : Infinity;
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, replaced, swapped));
    }
    [before, row] = [row, next];
  }
  return row[other.length]!;
}
