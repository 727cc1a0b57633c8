import { createInterface } from 'node:readline';
import { EventStoreDbFixture } from './eventstoredb-fixture.js';

/**
 * The fixture as a process of its own: `node fixture.process.js [port]`, port 0 or none for a free one. Prints
 * `listening <url>`, then takes one command a line and answers `done <command>`; ends when its input does.
 */
const fixture = await EventStoreDbFixture.start({ port: Number(process.argv[2] ?? 0) });

const COMMANDS: Readonly<Record<string, () => void | Promise<void>>> = {
  /** Every connection breaks; new ones work. */
  cut: () => fixture.cutConnections(),
  /** Nobody gets in until `accept`. */
  refuse: () => fixture.refuseConnections(),
  accept: () => fixture.acceptConnections(),
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
  lose: () => void fixture.faults.appends.push('lose-answer'),
  duplicate: () => {
    fixture.faults.duplicating = true;
  },
  single: () => {
    fixture.faults.duplicating = false;
  },
};

process.stdout.write(`listening ${fixture.url}\n`);
for await (const line of createInterface({ input: process.stdin })) {
  const command = line.trim();
  await COMMANDS[command]?.();
  process.stdout.write(`${command in COMMANDS ? 'done' : 'unknown'} ${command}\n`);
}
await fixture.close();
