// Read by a Node of long ago too: nothing here is newer than 2017.
'use strict';

const OLDEST = [20, 19];

/** Ends the process with one line that says what to do when this Node is too old for the rest. */
exports.requireNode = function requireNode(version) {
  const [major, minor] = version.split('.').map(Number);
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return;
  process.stderr.write(
    `Node ${version} is too old: install Node ${OLDEST.join('.')} or newer and run the command again.\n`,
  );
  process.exit(1);
};
