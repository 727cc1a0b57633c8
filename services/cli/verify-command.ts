import { now } from '../../infra/host/clock.js';
import type { Config } from '../runtime/config.js';
import type { EventStore } from '../../infra/event-store/event-store.js';
import type { ReadStore, View } from '../../infra/read-store/view.js';
import { trialBalanceView } from '../../read-models/trial-balance/trial-balance.view.js';
import { historyView } from '../../read-models/history/history.view.js';
import { views } from '../../read-models/views.js';
import { walletView } from '../../read-models/wallet/wallet.view.js';
import { compareReadModels, rowSource, type Comparison } from '../audit/compare/compare-by-replay.js';
import { checkViews, type ViewState } from '../audit/checks/check-views.js';
import { isDamage } from '../audit/damage.js';
import type { Problem } from '../audit/problems.js';
import { publishedSeals, readKeptSeals } from '../audit/seals/kept-seals.js';
import type { SealReport } from '../audit/seals/seal-check.js';
import { installedKeyring, keyringOf } from '../audit/seals/seal-key.js';
import { verifyLedger, type VerifyReport } from '../audit/verify-ledger.js';
import { askingReadModels, hasReadModels } from './audit/read-models.js';
import { progressBar } from './long-work.js';
import { isServed } from './control-socket.js';
import { reading } from './reading-commands.js';
import type { ReadConfig } from './read-config.js';

export interface VerifyCommandOptions {
  readonly readModels: boolean;
  readonly json: boolean;
  /**
   * Path of a file with published seals, outside the ledger. Without a path, `verify` reads the file that
   * `SEAL_PUBLISH` names.
   */
  readonly seals?: string | undefined;
  /**
   * Public key (hexadecimal) that verifies seals. Needed when `SECRETS_DIR` is missing or not
   * trusted.
   */
  readonly key?: string | undefined;
}

/**
 * Exit codes of `verify`. 0 means no fault, 1 means a fault, and 2 means that the ledger could not
 * be read.
 */
export type Verdict = 0 | 1 | 2;
const [SOUND, FAULTY, UNFINISHED] = [0, 1, 2] as const;

export type Verified = VerifyReport & {
  readonly views?: readonly ViewState[];
  readonly readModels?: Comparison;
};

/**
 * Every read model must have reached the end of the log. With `readModels`, also compares the rows of the
 * read models with the log. With `json`, prints JSON even when the ledger cannot be read.
 */
export async function verify(
  config: ReadConfig,
  { json, ...options }: VerifyCommandOptions,
  print: (line: string) => void,
  complain: (line: string) => void,
): Promise<Verdict> {
  try {
    const { verified, verdict } = await prove(await config(), options);
    for (const line of json ? [JSON.stringify(verified)] : linesOf(verified, verdict)) print(line);
    return verdict;
  } catch (error) {
    if (json) print(JSON.stringify({ ok: false, problemCount: 1, problems: [asProblem(error)] }));
    else complain(reasonOf(error));
    return isDamage(error) ? FAULTY : UNFINISHED;
  }
}

interface Proof {
  readonly verified: Verified;
  readonly verdict: Verdict;
}

const prove = (
  config: Config,
  { readModels, seals, key }: Omit<VerifyCommandOptions, 'json'>,
): Promise<Proof> =>
  reading(config, async (eventStore) => {
    const served = config.cluster !== undefined || (await isServed(config.dataDir));
    const kept = seals === undefined ? publishedSeals(config.SEAL_PUBLISH) : readKeptSeals(seals);
    const report = await verifyLedger({
      eventStore,
      patience: { reviewedWithinMs: config.VENDOR_REVIEW_AFTER },
      seals: {
        keyring: key === undefined ? installedKeyring(config.secretsDir) : keyringOf(key),
        ...(kept && { kept }),
      },
      ...(served && { asOf: now() }),
      onProgress: progressBar('events'),
    });
    if (!readModels && !hasReadModels(config))
      return { verified: report, verdict: report.ok ? SOUND : FAULTY };
    try {
      const shown = await checkReadModels(config, eventStore, {
        position: report.position,
        served,
        readModels,
      });
      const verified = withProblems({ ...report, ...shown.found }, shown.problems);
      const ok = verified.ok && (verified.readModels?.same ?? true);
      return { verified: { ...verified, ok }, verdict: ok ? SOUND : FAULTY };
    } catch (error) {
      return {
        verified: withProblems(report, [asProblem(error)]),
        verdict: report.ok && !isDamage(error) ? UNFINISHED : FAULTY,
      };
    }
  });

const withProblems = (report: Verified, problems: readonly Problem[]): Verified => ({
  ...report,
  ok: report.ok && problems.length === 0,
  problemCount: report.problemCount + problems.length,
  problems: [...report.problems, ...problems],
});

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const positionIn = (error: unknown): number =>
  Number((error as { readonly position?: number } | undefined)?.position ?? 0);

const asProblem = (error: unknown): Problem => ({
  rule: isDamage(error) ? 'unreadable' : 'unfinished',
  position: positionIn(error),
  stream: '',
  detail: reasonOf(error),
});

interface CheckReadModels {
  readonly position: number;
  readonly served: boolean;
  /** Also compares rows. */
  readonly readModels: boolean;
}

async function checkReadModels(
  config: Config,
  eventStore: EventStore,
  { position, served, readModels }: CheckReadModels,
): Promise<{
  readonly found: Pick<Verified, 'views' | 'readModels'>;
  readonly problems: readonly Problem[];
}> {
  return askingReadModels(config, async (readStore) => {
    const checked = views.map((view) => ({
      name: view.name,
      checkpoint: () => readStore.checkpoint(view),
      parkedKeys: () => readStore.parkedKeys(view),
    }));
    const { states, problems } = await checkViews(checked, { eventStore, position, served });
    const compared = readModels ? await compare(readStore, eventStore) : undefined;
    return { found: { views: states, ...(compared && { readModels: compared }) }, problems };
  });
}

function compare(readStore: ReadStore, eventStore: EventStore): Promise<Comparison> {
  const rows = (view: unknown) => rowSource(readStore, view as View);
  return compareReadModels(eventStore, {
    wallet: rows(walletView),
    'trial-balance': rows(trialBalanceView),
    history: rows(historyView),
  });
}

const CONCLUSIONS: Record<Verdict, (problems: number) => string> = {
  [SOUND]: () => 'verified: nothing is wrong',
  [FAULTY]: (problems) => `NOT verified: ${problems} problems`,
  [UNFINISHED]: () => 'NOT finished: the log is sound, the read models could not be asked',
};

function sealLines({ count, treeSize, kept, anchored, signaturesChecked, uncovered }: SealReport): string[] {
  const signed = signaturesChecked ? 'their signatures checked' : 'their signatures NOT checked: no key';
  return [
    `${count} seals, ${signed}; the last covers ${treeSize} events`,
    anchored
      ? `anchored: compared with ${kept} seals kept outside the ledger`
      : 'not anchored: without a seal kept outside the ledger (--seals) nobody can tell whether all of it was written anew',
    uncovered
      ? `uncovered: ${uncovered.from}..${uncovered.to}, no seal covers these events yet`
      : 'uncovered: none',
  ];
}

function linesOf(
  {
    events,
    sum,
    purchases,
    vendors,
    seals,
    problems,
    problemCount,
    views: states = [],
    readModels,
  }: Verified,
  verdict: Verdict,
): string[] {
  const counts = Object.entries(purchases).map(([name, count]) => `${count} ${name}`);
  return [
    `${events} events: every hash and every chain checked`,
    `purchases: ${counts.join(', ')}`,
    `vendors delivered for ${vendors.delivered} kobo, ${vendors.captured} were captured and ${vendors.loss} are booked as loss`,
    `all accounts add up to ${sum} kobo`,
    ...sealLines(seals),
    ...states
      .filter(({ behind }) => behind > 0)
      .map(({ view, behind }) => `the view ${view} has ${behind} events to take`),
    ...(readModels
      ? [`${readModels.rows} rows of read models compared, ${readModels.differing} differ`]
      : []),
    ...(readModels?.examples ?? []).map(
      (one) => `  ${one.view} ${one.key}: shows ${one.shown}, the log says ${one.replayed}`,
    ),
    ...problems.map((problem) => `  ${JSON.stringify(problem)}`),
    CONCLUSIONS[verdict](problemCount + (readModels?.differing ?? 0)),
  ];
}
