/** File name endings by level; a suite without `.int` or `.e2e` is a unit test. */
const LEVELS = {
  unit: String.raw`(?<!\.int|\.e2e)\.spec\.js$`,
  int: String.raw`\.int\.spec\.js$`,
  e2e: String.raw`\.e2e\.spec\.js$`,
};
const LEVEL = /^--level=/;

const literally = (text) => text.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);

/**
 * Parses the arguments of `npm test`: `patterns` match paths of suites, `options` go to jest.
 * @param dist absolute path of the build @throws Error for an unknown level
 */
export function chosenBy(given, dist) {
  const level = given.find((argument) => LEVEL.test(argument))?.replace(LEVEL, '');
  if (level !== undefined && !Object.hasOwn(LEVELS, level))
    throw new Error(`There is no level "${level}": choose ${Object.keys(LEVELS).join(', ')}.`);
  const ending = level === undefined ? '' : LEVELS[level];
  const names = given
    .filter((argument) => !argument.startsWith('-'))
    // A path may be that of the source.
    .map((name) => literally(name.replace(/\.tsx?$/, '')));
  const within = `^${literally(dist)}/.*`;
  return {
    patterns: (names.length > 0 ? names : ['']).map((name) => `${within}${name}.*${ending}`),
    options: given.filter((argument) => argument.startsWith('-') && !LEVEL.test(argument)),
  };
}
