import { createInterface } from 'node:readline';
import { EventStoreDbFixture } from './eventstoredb-fixture.js';
import { SLOW_SUBSCRIBERS } from './faults.js';
import { CountedCalls } from './stream-calls.js';

/**
 * Runs the fixture as a process: `node fixture.process.js [port=0] [nodes=1] [doors=0]`. Port 0 picks a free one.
 * Prints `listening <url> <door urls>`. Answers each line of input with `done <command>` or `unknown <command>`, and
 * `calls` with `calls <json>`. Ends with its input.
 */
const [port = 0, nodes = 1, doors = 0] = process.argv.slice(2).map(Number);
const fixture = await EventStoreDbFixture.start({ port, nodes, doors });

let copied = 0n;
const COMMANDS: Readonly<Record<string, (which: number) => unknown>> = {
  /** New connections work. */
  cut: () => fixture.cutConnections(),
  /** Until `accept`. */
  refuse: () => fixture.refuseConnections(),
  accept: () => fixture.acceptConnections(),
  /** Cuts off one door, counted from 0, until `mend-door`. */
  'cut-door': (which) => fixture.doors[which]!.cut(),
  'mend-door': (which) => fixture.doors[which]!.mend(),
  /** Without an error. */
  end: () => fixture.endSubscriptions(),
  drop: () => fixture.dropSubscriptions(),
  /** Until `resume`. */
  stall: () => fixture.stallSubscriptions(),
  resume: () => fixture.resumeSubscriptions(),
  /** Connections go silent until `unfreeze`. */
  freeze: () => fixture.stallConnections(),
  unfreeze: () => fixture.resumeConnections(),
  /** Stores the next append but loses its answer. */
  lose: () => fixture.faults.appends.push('lose-answer'),
  /** Delays events by a second until `prompt`. */
  late: () => (fixture.faults.delayMs = 1_000),
  prompt: () => (fixture.faults.delayMs = 0),
  duplicate: () => (fixture.faults.duplicating = true),
  single: () => (fixture.faults.duplicating = false),
  /** Connections stay open. */
  elect: () => fixture.elect(),
  /** Until `elect`. */
  depose: () => fixture.depose(),
  /** Gossip keeps the old leader until `elect`. */
  'kill-leader': () => fixture.leader?.kill(),
  'pause-leader': () => fixture.leader?.pause(),
  revive: () => fixture.acceptConnections(),
  /** Followers see no new records until `keep-up`. */
  lag: () => fixture.followers.forEach((node) => node.lag()),
  'keep-up': () => fixture.nodes.forEach((node) => node.keepUp()),
  /** Repeats meet their first append, until `quick-commits`. */
  'slow-commits': () => (fixture.faults.commitMs = 60),
  'quick-commits': () => (fixture.faults.commitMs = 0),
  /** `strict-live` lasts until `easy-live`. */
  'throw-out': () => fixture.throwOutSubscriptions(),
  'strict-live': () => Object.assign(fixture.faults, { liveMax: 40, behindMax: 20 }),
  'drop-slow': () => Object.assign(fixture.faults, SLOW_SUBSCRIBERS.drop),
  'catch-up-slow': () => Object.assign(fixture.faults, SLOW_SUBSCRIBERS.catchUp),
  /** Read by `calls`. */
  count: () => (fixture.asked.counted = new CountedCalls()),
  copy: () => (copied = fixture.committed.end),
  'put-back': () => fixture.committed.rollBack(copied),
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
