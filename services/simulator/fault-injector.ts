import type { Runner } from '../../infra/simulation/scheduler.js';
import type { PlannedFault } from './scenario.js';
import type { Role, SimulatedWorld } from './simulated-world.js';

export class FaultInjector {
  readonly #armed = new Map<Runner, { readonly fault: PlannedFault; readonly role: Role; left: number }[]>();

  constructor(private readonly world: SimulatedWorld) {}

  plan(faults: readonly PlannedFault[]): void {
    const { scheduler, roles } = this.world;
    scheduler.beforeStep = (runner, what) => this.#step(runner, what);
    for (const fault of faults)
      scheduler.in(fault.atMs, undefined, `fault ${fault.kind}`, () => {
        if (this.world.calm) return;
        const role = roles[fault.target % roles.length]!;
        const armed = this.#armed.get(role.process) ?? [];
        this.#armed.set(role.process, [...armed, { fault, role, left: fault.afterSteps }]);
      });
  }

  #step(runner: Runner, what: string): void {
    const armed = this.#armed.get(runner);
    if (!armed) return;
    for (const each of armed) if (each.fault.at === 'any' || what === 'append answered') each.left -= 1;
    const due = armed.filter(({ left }) => left < 0);
    if (due.length === 0) return;
    const left = armed.filter((each) => each.left >= 0);
    if (left.length > 0) this.#armed.set(runner, left);
    else this.#armed.delete(runner);
    if (!this.world.calm) for (const { fault, role } of due) this.#happen(fault, role);
  }

  #happen({ kind, ms, disk = 'log', everywhere }: PlannedFault, role: Role): void {
    const { world } = this;
    const { scheduler, story, stores, redis, vendorNet, readNet, coverage } = world;
    const { process } = role;
    coverage.fault(kind === 'diskFull' ? `disk of ${disk} full` : `process ${kind}`);
    story.tell(process.name, () => `fault: ${kind} for ${ms} ms`);
    const until = scheduler.now + ms;
    switch (kind) {
      case 'crash':
        return world.crash(role);
      case 'pause':
        return process.pause(ms);
      case 'cutOff':
        return process.cutOff(ms);
      case 'outage':
        stores.awayUntil = until;
        return;
      case 'queueAway':
        redis.awayUntil = until;
        return;
      case 'vendorAway':
        vendorNet.awayUntil = until;
        return;
      case 'readModelsAway':
        readNet.awayUntil = until;
        return;
      case 'clockSteps':
        for (const each of everywhere ? world.roles : [role]) each.process.skewMs += Math.round(ms);
        return;
      case 'diskFull':
        world.fill(disk, until);
        return;
      case 'stop':
        scheduler.in(0, process, 'stop', () => {
          void role.worker?.stop();
          role.projector?.stop();
        });
        scheduler.in(9_000, undefined, 'stopped', () => {
          if (role.process === process) world.crash(role);
        });
    }
  }
}
