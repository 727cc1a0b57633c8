// Use only syntax that a Node of 2017 can parse.
'use strict';

const OLDEST = [20, 19];

/** Ends the process with one line of advice when Node is too old. */
exports.requireNode = function requireNode(version) {
  const [major, minor] = version.split('.').map(Number);
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return;
  process.stderr.write(
    `Node ${version} is too old: install Node ${OLDEST.join('.')} or newer and run the command again.\n`,
  );
  process.exit(1);
};
