import { createInterface } from 'node:readline';
import { EventStoreDbFixture } from './eventstoredb-fixture.js';
import { CountedCalls } from './stream-calls.js';

/**
 * The fixture as a process of its own: `node fixture.process.js [port] [nodes] [doors]`, port 0 or none for a free one, one
 * node and no doors unless told otherwise. Prints `listening <url>`, with the url of each door after it, then takes one
 * command a line and answers `done <command>`, or `calls <json>` where it was asked which calls it has counted; ends when
 * its input does.
 */
const [port = 0, nodes = 1, doors = 0] = process.argv.slice(2).map(Number);
const fixture = await EventStoreDbFixture.start({ port, nodes, doors });

const COMMANDS: Readonly<Record<string, (which: number) => unknown>> = {
  /** Every connection breaks; new ones work. */
  cut: () => fixture.cutConnections(),
  /** Nobody gets in until `accept`. */
  refuse: () => fixture.refuseConnections(),
  accept: () => fixture.acceptConnections(),
  /** Whoever comes in by one door, the first is 0, is cut off until `mend-door`; all others go on. */
  'cut-door': (which) => fixture.doors[which]!.cut(),
  'mend-door': (which) => fixture.doors[which]!.mend(),
  /** Subscriptions end in good order. */
  end: () => fixture.endSubscriptions(),
  drop: () => fixture.dropSubscriptions(),
  /** Subscriptions go silent, until `resume`. */
  stall: () => fixture.stallSubscriptions(),
  resume: () => fixture.resumeSubscriptions(),
  /** Connections go silent, until `unfreeze`. */
  freeze: () => fixture.stallConnections(),
  unfreeze: () => fixture.resumeConnections(),
  /** The next append is stored and its answer lost. */
  lose: () => fixture.faults.appends.push('lose-answer'),
  /** Events are told a second late, until `prompt`. */
  late: () => (fixture.faults.delayMs = 1_000),
  prompt: () => (fixture.faults.delayMs = 0),
  duplicate: () => (fixture.faults.duplicating = true),
  single: () => (fixture.faults.duplicating = false),
  /** Another node leads; connections stay. */
  elect: () => fixture.elect(),
  /** Nobody leads until `elect`. */
  depose: () => fixture.depose(),
  /** The leader dies, or goes silent, and is still held for the leader until `elect`. */
  'kill-leader': () => fixture.leader?.kill(),
  'pause-leader': () => fixture.leader?.pause(),
  /** All nodes are there again; who led before another was elected follows. */
  revive: () => fixture.acceptConnections(),
  /** Followers learn nothing new, until `keep-up`. */
  lag: () => fixture.followers.forEach((node) => node.lag()),
  'keep-up': () => fixture.nodes.forEach((node) => node.keepUp()),
  /** Commits take so long that twins meet, until `quick-commits`. */
  'slow-commits': () => (fixture.faults.commitMs = 60),
  'quick-commits': () => (fixture.faults.commitMs = 0),
  /** Subscriptions are thrown out for being slow: all at once, or each in turn until `easy-live`. */
  'throw-out': () => fixture.throwOutSubscriptions(),
  'strict-live': () => Object.assign(fixture.faults, { liveMax: 40, behindMax: 20 }),
  /** Calls are counted by kind from now on. */
  count: () => (fixture.asked.counted = new CountedCalls()),
  'easy-live': () => Object.assign(fixture.faults, { liveMax: Infinity, behindMax: Infinity }),
};

process.stdout.write(`listening ${[fixture, ...fixture.doors].map(({ url }) => url).join(' ')}\n`);
for await (const line of createInterface({ input: process.stdin })) {
  const [command = '', which] = line.trim().split(' ');
  if (command === 'calls') {
    const { counted } = fixture.asked;
    process.stdout.write(
      `calls ${JSON.stringify({ calls: counted?.calls ?? {}, events: counted?.events ?? {} })}\n`,
    );
    continue;
  }
  await COMMANDS[command]?.(Number(which));
  process.stdout.write(`${command in COMMANDS ? 'done' : 'unknown'} ${line.trim()}\n`);
}
await fixture.close();
