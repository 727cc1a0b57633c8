// Where every command of package.json begins: `run.cjs <command> …`. A Node that cannot read the rest gets to say so first.
'use strict';

const { requireNode } = require('./require-node.cjs');

requireNode(process.versions.node);
const [command] = process.argv.splice(2, 1);
if (['check', 'dev', 'test'].includes(command)) import(`./${command}.mjs`);
else import('./program.mjs').then(({ become }) => become(command));
