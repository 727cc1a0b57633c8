import { SimulatedEventStore } from '../../infra/simulation/simulated-event-store.js';
import { SimulatedProcess } from '../../infra/simulation/simulated-process.js';
import { SimulatedReader } from '../../infra/simulation/read-models/simulated-reader.js';
import type { ReadModelsServer } from '../../infra/simulation/read-models/read-models-server.js';
import type { OpenSealed } from '../../infra/projections/projected-view.js';
import { projections, views } from '../../read-models/views.js';
import { compareViews, type ViewsComparison } from '../audit/compare/compare-views.js';
import { readByTomorrow } from './next-version.js';
import type { SimulatedWorld } from './simulated-world.js';

const TRIES_MAX = 4;
const PATIENCE_MS = 120_000;

export class Comparisons {
  constructor(
    private readonly world: SimulatedWorld,
    private readonly server: ReadModelsServer,
    private readonly open: OpenSealed,
  ) {}

  plan(moments: readonly number[]): void {
    const { scheduler, judge, coverage, story } = this.world;
    for (const atMs of moments)
      scheduler.in(atMs, undefined, 'compare', () => {
        const { generation } = this.world.log;
        this.#surely().then(
          ({ views: compared, replayed, examples }) => {
            if (this.world.log.generation !== generation || this.#areViewsNewer()) return;
            const differing = compared.reduce((sum, view) => sum + view.differing, replayed.differing);
            coverage.total('comparisons beside all else');
            story.tell('auditor', () => `compared, ${differing} differ`);
            judge.violations.expect(
              differing === 0,
              'compare-sees-no-ghosts',
              () => `compare beside all else finds ${differing} differing: ${JSON.stringify(examples[0])}`,
            );
          },
          (error: unknown) => {
            coverage.total('comparisons given up');
            story.tell('auditor', () => `cannot compare: ${String(error)}`);
          },
        );
      });
  }

  #areViewsNewer(): boolean {
    const { log, scenario } = this.world;
    return log.generation > 0 && scenario.restore?.readModels === false;
  }

  async atEnd(): Promise<ViewsComparison | undefined> {
    const { scheduler, story } = this.world;
    let [ended, found]: [boolean, ViewsComparison | undefined] = [false, undefined];
    scheduler.in(0, undefined, 'compare', () => {
      this.#begin()
        .then((report) => (found = report))
        .catch((error: unknown) => story.tell('auditor', () => `cannot compare: ${String(error)}`))
        .finally(() => (ended = true));
    });
    await scheduler.runUntil(scheduler.now + PATIENCE_MS, () => ended);
    return found;
  }

  async #surely(tries = TRIES_MAX): Promise<ViewsComparison> {
    try {
      return await this.#begin();
    } catch (error) {
      if (tries <= 1) throw error;
      return this.#surely(tries - 1);
    }
  }

  #begin(): Promise<ViewsComparison> {
    const { scheduler, log, stores, readNet } = this.world;
    const auditor = new SimulatedProcess(scheduler, 'auditor');
    return new Promise((resolve, reject) => {
      scheduler.in(0, auditor, 'compare', () => {
        const eventStore = readByTomorrow(new SimulatedEventStore(log, stores));
        const reader = new SimulatedReader(this.server, readNet, views);
        const shown = this.world.wiring.comparing?.(reader) ?? reader;
        compareViews({ eventStore, projections, shown, served: true, open: this.open }).then(resolve, reject);
      });
    });
  }
}
