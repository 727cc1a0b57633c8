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

/** What a browser calls itself, as people call it: `Firefox on Linux`. As it is where neither is known. */
export function browserName(device: string): string {
  // The first that is found: later ones are what it pretends to be as well.
  const [, browser] = BROWSERS.find(([sign]) => device.includes(sign)) ?? [];
  const [, system] = SYSTEMS.find(([sign]) => device.includes(sign)) ?? [];
  if (browser === undefined && system === undefined) return device;
  return [browser ?? 'A browser', system].filter(Boolean).join(' on ');
}
