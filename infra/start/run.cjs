// Entry of every package.json script: `run.cjs <command> …`. A Node too old for the rest reports so first.
'use strict';

const { requireNode } = require('./require-node.cjs');

requireNode(process.versions.node);
const [command] = process.argv.splice(2, 1);
if (['check', 'dev', 'release', 'test'].includes(command)) import(`./${command}.mjs`);
else import('./program.mjs').then(({ become }) => become(command));
