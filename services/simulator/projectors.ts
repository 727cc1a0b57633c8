import type { ReadStore, ReadStoreWriter } from '../../infra/read-store/view.js';
import { ReadModelsServer } from '../../infra/simulation/read-models/read-models-server.js';
import { SimulatedWriter } from '../../infra/simulation/read-models/simulated-writer.js';
import { projections, views } from '../../read-models/views.js';
import type { ViewsComparison } from '../audit/compare/compare-views.js';
import { keepSealing } from '../audit/seals/sealer.js';
import { SealKeyring, sealKeyOf } from '../audit/seals/seal-key.js';
import { keepProjecting } from '../projector/keep-projecting.js';
import { Comparisons } from './comparisons.js';
import { asTomorrow } from './next-version.js';
import { ReadModelJudge } from './judge/read-model-judge.js';
import { followOf, type ProcessParts } from './processes.js';
import { type PlannedReadModels, userOf } from './scenario.js';
import type { Projector, Role, SimulatedWorld } from './simulated-world.js';

const SEAL_EVERY_MS = 12_000;
const SEAL_KEY = sealKeyOf(Buffer.alloc(32, 7));
export const SEAL_KEYRING = new SealKeyring([SEAL_KEY]);

export class Projectors {
  readonly #server = new ReadModelsServer();
  readonly #comparisons: Comparisons;

  constructor(
    private readonly world: SimulatedWorld,
    private readonly planned: PlannedReadModels,
  ) {
    world.wiring.readModels?.(this.#server);
    this.#comparisons = new Comparisons(world, this.#server, (personId, sealed) =>
      this.#open(personId, sealed),
    );
  }

  /** Copies the read models. Returns a function that restores the copy. */
  copy(): () => void {
    return this.#server.copy();
  }

  readonly stored: Pick<ReadStore, 'place'> = {
    place: async ({ name }) => {
      const { at = 0, hash, unfinished } = this.#server.served(name) ?? {};
      return unfinished ? { position: unfinished.to, hash: unfinished.hash } : { position: at, hash };
    },
  };

  start(on: ProcessParts): Projector {
    const { readNet: network, wiring } = this.world;
    const { store, logger } = on;
    const { transactions } = this.planned;
    const stopping = new AbortController();
    const projecting = keepProjecting({
      eventStore: {
        follow: followOf(on),
        readAll: (after, limit) => store.readAll(after, limit),
        lastPosition: () => store.lastPosition(),
      },
      readModels: {
        openWriter: async (signal): Promise<ReadStoreWriter> => {
          const server = this.#server;
          const writer = await SimulatedWriter.open({ server, network, views, transactions, signal });
          return wiring.writer?.(writer) ?? writer;
        },
      },
      projections,
      open: (personId, sealed) => this.#open(personId, sealed),
      onCommitted: () => undefined,
      onFault: (err) => logger.warn({ err }, 'projecting'),
      signal: stopping.signal,
    });
    if (this.planned.seals)
      void keepSealing({
        store,
        key: SEAL_KEY,
        everyMs: SEAL_EVERY_MS,
        signal: stopping.signal,
        inOffice: () => projecting.health().length > 0,
        onFault: (err) => logger.warn({ err }, 'sealing'),
      });
    return { projecting, stop: () => stopping.abort() };
  }

  /** A rebuild must not change any row. */
  plan(): void {
    const { scheduler, coverage, judge, story } = this.world;
    if (this.planned.unreadable === undefined) this.#comparisons.plan(this.planned.comparedAt);
    for (const { atMs, view } of this.planned.rebuilds)
      scheduler.in(atMs, undefined, 'rebuild', () => {
        const role = this.#inOffice();
        const { name } = views[view % views.length]!;
        if (!role) return;
        coverage.fault('view rebuilt');
        scheduler.in(0, role.process, 'rebuild', () => {
          role.projector?.projecting.rebuild(name).then(
            ({ differing, examples }) => {
              story.tell(role.process.name, () => `filled ${name} again, ${differing} rows differ`);
              judge.violations.expect(
                differing === 0 || this.planned.unreadable !== undefined,
                'rebuilt-is-the-same',
                () => `${name} filled again differs in ${examples.join(', ')}`,
              );
            },
            () => undefined,
          );
        });
      });
  }

  unparkAll(): void {
    const { scheduler, coverage } = this.world;
    const role = this.#inOffice();
    for (const { view, parked } of role?.projector?.projecting.health() ?? []) {
      if (parked.length === 0) continue;
      coverage.fault('view unparked');
      scheduler.in(0, role!.process, 'unpark', () => {
        const { story } = this.world;
        role!.projector?.projecting.unpark(view).then(
          ({ parked: left }) =>
            story.tell(role!.process.name, () => `brought ${view} level but for ${left.length}`),
          (error: unknown) =>
            story.tell(role!.process.name, () => `could not bring ${view} level: ${String(error)}`),
        );
      });
    }
  }

  isLevel(): boolean {
    const { log, judge } = this.world;
    const end = log.all.length;
    if (this.planned.seals && !judge.seals.coverAll) return false;
    return views.every(({ name }) => {
      const served = this.#server.served(name);
      return served?.at === end && served.unfinished === undefined && served.parked.length === 0;
    });
  }

  compared(): Promise<ViewsComparison | undefined> {
    return this.#comparisons.atEnd();
  }

  judge(compared: ViewsComparison | undefined): void {
    const { judge, log } = this.world;
    const { vault } = this.world;
    const open = (personId: string, sealed: string) => vault.open(personId, sealed);
    const served = (name: string) => this.#server.served(name);
    if (this.planned.seals) judge.seals.finish();
    const before = judge.violations.all.length;
    new ReadModelJudge(judge.violations, judge.wallets).finish(
      log.all.map(asTomorrow),
      projections,
      open,
      served,
    );
    const isLevel = judge.violations.all.length === before;
    judge.violations.expect(
      compared !== undefined && (compared.drift === 0) === isLevel,
      'compare-agrees',
      () =>
        compared === undefined
          ? 'compare came to no end'
          : `compare finds drift ${compared.drift}: ${[...compared.problems, JSON.stringify(compared.examples[0])].join('; ')}`,
    );
  }

  #open(personId: string, sealed: string): Readonly<Record<string, unknown>> | undefined {
    const { unreadable } = this.planned;
    if (unreadable !== undefined && !this.world.calm && personId === userOf(unreadable)) {
      this.world.coverage.fault('sealed part unreadable');
      throw new TypeError('this cannot be opened');
    }
    return this.world.vault.open(personId, sealed);
  }

  #inOffice(): Role | undefined {
    return this.world.roles.find(
      ({ process, projector }) => !process.dead && (projector?.projecting.health().length ?? 0) > 0,
    );
  }
}
