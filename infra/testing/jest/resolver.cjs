'use strict';

const { existsSync, readFileSync } = require('node:fs');
const { join } = require('node:path');

const folder = join(__dirname, '../../../dist/packages');
const list = join(folder, 'packages.json');
const bundles = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : {};

/** Resolves imports of packages to their bundles of `build-test-packages.mjs`. */
module.exports = (request, options) => {
  const isBundled = Object.hasOwn(bundles, request) && options.conditions?.includes('import');
  return isBundled ? join(folder, bundles[request]) : options.defaultResolver(request, options);
};
