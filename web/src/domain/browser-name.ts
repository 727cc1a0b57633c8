const BROWSERS = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['CriOS/', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;

const SYSTEMS = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'Mac'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const;

/**
 * Readable name of a user agent, such as `Firefox on Linux`. The text of an unknown user agent stays
 * unchanged.
 */
export function browserName(device: string): string {
  // Keep the order of `BROWSERS`. Edge contains the word Chrome, and Chrome contains the word Safari.
  const [, browser] = BROWSERS.find(([sign]) => device.includes(sign)) ?? [];
  const [, system] = SYSTEMS.find(([sign]) => device.includes(sign)) ?? [];
  if (browser === undefined && system === undefined) return device;
  return [browser ?? 'A browser', system].filter(Boolean).join(' on ');
}
