import type { Kobo } from '../../../contracts/money.js';
import type { Service } from '../../../contracts/services.js';
import type { CatalogEventDraft } from '../../catalog.events.js';
import { type CatalogState, type CatalogFact } from '../../catalog.state.js';
import { evolve } from '../../catalog.evolve.js';
import { SEED } from '../../seed/seed.js';
import {
  type Evidence,
  judgeVendors,
  openProbe,
  type PauseRules,
  type ProbeTally,
  type Silence,
  type Tally,
} from '../automatic-pause.decider.js';
import { pauseKey } from '../vendor-pause.state.js';

export const MINUTE = 60_000;
export const NOON = Date.parse('2026-03-02T11:00:00.000Z');
const RULES: PauseRules = {
  success: 0.5,
  attemptsMin: 4,
  windowMs: 10 * MINUTE,
  unansweredMax: 0,
  silentMs: 20_000,
  float: 1_000_00n,
  probeAfterMs: MINUTE,
};
const VENDORS: readonly { readonly code: number; readonly services: readonly Service[] }[] = [
  { code: 1, services: ['airtime', 'data', 'sms'] },
  { code: 2, services: ['airtime'] },
];
const NONE: Tally = { delivered: 0, refused: 0, customers: 0, unanswered: 0 };
const UNTRIED: ProbeTally = { delivered: 0, failed: 0 };

/** `failed` is a number of customers who were each refused once. */
export type Known = Partial<Tally> & { readonly failed?: number };

/** Catalogue with a clock, and with evidence about airtime at vendor 1. All other vendors work. */
export class Story {
  state: CatalogState = SEED;
  nowMs = NOON;
  known: Tally = NONE;
  probed: ProbeTally = UNTRIED;
  silent: Silence = { unanswered: 0, since: Infinity };
  probedFrom = 0;
  held: Kobo | undefined = 5_000_00n;
  asked: readonly (readonly number[])[] = [];
  probesAsked: readonly number[] = [];
  private stored = 0;

  private readonly evidence: Evidence = {
    tally: (service, vendor, sentAfter, endedFrom) => {
      if (service !== 'airtime' || vendor !== 1) return NONE;
      this.asked = [...this.asked, [sentAfter, endedFrom]];
      return this.known;
    },
    probes: (service, vendor, sentAfter) => {
      if (service !== 'airtime' || vendor !== 1) return UNTRIED;
      this.probesAsked = [...this.probesAsked, sentAfter];
      return sentAfter <= this.probedFrom ? this.probed : UNTRIED;
    },
    silence: (service, vendor) =>
      service === 'airtime' && vendor === 1 ? this.silent : { unanswered: 0, since: Infinity },
    held: (vendor) => (vendor === 1 ? this.held : undefined),
  };

  judge(rules: Partial<PauseRules> = {}): readonly CatalogEventDraft[] {
    return this.store(judgeVendors(this.state, VENDORS, this.evidence, { ...RULES, ...rules }, this.nowMs));
  }

  probe(): readonly CatalogEventDraft[] {
    return this.store(openProbe('airtime', 1, this.state, this.nowMs));
  }

  store(
    drafts: readonly CatalogEventDraft[],
    kind: 'system' | 'admin' = 'system',
  ): readonly CatalogEventDraft[] {
    for (const draft of drafts) {
      this.stored += 1;
      const fact = {
        id: `e${this.stored}`,
        at: new Date(this.nowMs).toISOString(),
        actor: { kind, id: kind },
      };
      this.state = evolve(this.state, { ...draft, ...fact } as CatalogFact);
    }
    return drafts;
  }

  after(ms: number): this {
    this.nowMs += ms;
    return this;
  }

  knows({ failed = 0, ...tally }: Known): this {
    this.known = { ...NONE, refused: failed, customers: failed, ...tally };
    return this;
  }

  probeIs(probed: Partial<ProbeTally>): this {
    this.probed = { ...UNTRIED, ...probed };
    this.probedFrom = this.nowMs;
    return this;
  }

  get pause() {
    return this.state.pauses.get(pauseKey('airtime', 1));
  }
}

export const resume = (story: Story): void =>
  void story.store(
    [
      {
        type: 'VendorResumed',
        data: { service: 'airtime', vendor: 1, pauseId: story.pause!.id, reason: 'Up' },
      },
    ],
    'admin',
  );
