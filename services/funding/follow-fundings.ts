import { setTimeout as sleep } from 'node:timers/promises';
import { runReactor } from '../../infra/checkpoints/run-reactor.js';
import type { Reactor } from '../../infra/checkpoints/run-reactor.js';
import type { Json, RecordedEvent } from '../../infra/event-store/event-store.js';
import { koboFromNaira } from '../contracts/money.js';
import { reportFunding } from './funding.stream.js';
import { createMonnifyClient } from './monnify/monnify.client.js';
import { OpenFundings } from './open-fundings.js';
import type { PaymentProvider } from './payment-provider.js';
import { monnifyOptions } from './start-funding.js';
import type { FundingDeps } from './start-funding.js';
import { sweepWindow, sweepWindows } from './sweep.js';
import { VerifyFunding } from './verify-funding.js';

export interface FollowFundingsDeps extends Pick<
  FundingDeps,
  'eventStore' | 'wallets' | 'inbox' | 'checkpoints' | 'config' | 'logger' | 'provider'
> {
  readonly signal: AbortSignal;
  /** How long what the log says of an old payment may take to say more; default 2 s. */
  readonly settleMs?: number;
  readonly now?: () => number;
}

const SETTLE_MS = 2_000;
/** Told this long ago, a payment is likely finished: further on in the log it says so. */
const OLD_AFTER_MS = 30_000;
/** A search that failed is repeated sooner than the next one is due. */
const REPEAT_AFTER_MS = 30_000;
const INBOX_KEPT_MS = 90 * 24 * 3_600_000;

/**
 * Finishes every payment that the log reports, whichever process took the report, and looks for lost webhooks. Meant for
 * one process at a time; two at once ask the provider twice and credit once. Resolves after the signal.
 */
export async function followFundings(deps: FollowFundingsDeps): Promise<void> {
  const { eventStore, wallets, config, logger, checkpoints, signal } = deps;
  const provider = deps.provider ?? createMonnifyClient(monnifyOptions(config));
  const charge = koboFromNaira(config.FUNDING_CHARGE_NAIRA) ?? 0n;
  const verify = new VerifyFunding({ eventStore, wallets, provider, charge });
  const open = new OpenFundings({ settle: (reference) => verify.settle(reference), logger });
  const followed = new FollowedFundings(provider, open, deps.now ?? Date.now);
  const { done } = runReactor({
    ...{ eventStore, checkpoints, signal },
    reactor: followed,
    onFault: (error) => logger.error({ err: error }, 'following payments failed and is repeated'),
  });
  const settleMs = deps.settleMs ?? SETTLE_MS;
  const settling = setInterval(() => followed.askAboutOld(settleMs), settleMs);
  await Promise.all([done, sweepUntil(deps, provider, followed)]);
  clearInterval(settling);
  await provider.close();
  await open.stop();
}

/** Which payments the log leaves open, and until when the provider's list was read. */
class FollowedFundings implements Reactor {
  readonly name: string;
  sweptUntil: number | undefined;
  /** Open by the log so far, told long ago, and not asked about: when they were put here. */
  private readonly old = new Map<string, number>();
  private started: (() => void) | undefined;
  /** What an earlier run knew has been taken up. */
  readonly restored = new Promise<void>((resolve) => (this.started = resolve));

  constructor(
    private readonly provider: Pick<PaymentProvider, 'code'>,
    private readonly open: OpenFundings,
    private readonly now: () => number,
  ) {
    this.name = `fundings-${provider.code}-1`;
  }

  restore(state: Json | undefined): void {
    const kept = state as
      { readonly open: readonly string[]; readonly sweptUntil: number | null } | undefined;
    for (const reference of kept?.open ?? []) this.open.add(reference);
    this.sweptUntil = kept?.sweptUntil ?? undefined;
    this.started?.();
  }

  state(): Json {
    const open = [...new Set([...this.open.references(), ...this.old.keys()])];
    return { open, sweptUntil: this.sweptUntil ?? null };
  }

  react({ type, data, at }: RecordedEvent): undefined {
    if (data['provider'] !== this.provider.code) return;
    const reference = data['transactionReference'] as string;
    if (type === 'FundingReported') {
      if (this.now() - Date.parse(at) < OLD_AFTER_MS) this.open.add(reference);
      else this.old.set(reference, this.now());
    } else if (type === 'WalletFunded' || type === 'FundingUnmatched' || type === 'FundingRejected')
      this.old.delete(reference);
  }

  /** Whatever the log has said no more about is asked about. */
  askAboutOld(settleMs: number): void {
    for (const [reference, since] of this.old)
      if (this.now() - since >= settleMs) {
        this.old.delete(reference);
        this.open.add(reference);
      }
  }
}

/** Every payment the provider lists is reported; the log brings it to whoever finishes it. */
async function sweepUntil(
  { eventStore, inbox, config, logger, signal }: FollowFundingsDeps,
  provider: PaymentProvider,
  followed: FollowedFundings,
): Promise<void> {
  await Promise.race([followed.restored, aborted(signal)]);
  while (!signal.aborted) {
    let pause = config.FUNDING_SWEEP_EVERY;
    try {
      for (const { from, to } of sweepWindows(followed.sweptUntil, Date.now())) {
        await sweepWindow(provider, { from, to }, (transactionReference) =>
          reportFunding(eventStore, { provider: provider.code, transactionReference, by: 'sweep' }),
        );
        followed.sweptUntil = to;
        if (signal.aborted) return;
      }
      await inbox.prune(Date.now() - INBOX_KEPT_MS);
    } catch (error) {
      if (signal.aborted) return;
      logger.warn({ err: error }, 'the search for lost webhooks failed; it is repeated');
      pause = Math.min(pause, REPEAT_AFTER_MS);
    }
    await sleep(pause, undefined, { signal, ref: false }).catch(() => undefined);
  }
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
