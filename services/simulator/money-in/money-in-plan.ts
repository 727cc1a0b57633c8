import { SeededRandom } from '../../../infra/simulation/seeded-random.js';

export const PROVIDERS = ['monnify', 'paystack'] as const;
export type ProviderCode = (typeof PROVIDERS)[number];

export interface PlannedTransfer {
  readonly session: string;
  readonly atMs: number;
  readonly customer: number;
  readonly paid: bigint;
  /** Providers that list the transfer. Empty when it arrived at our own bank. */
  readonly listed: readonly PlannedListing[];
  readonly hands: readonly PlannedCredit[];
  /** True when the imported balance contains the transfer. */
  readonly isImported: boolean;
  /** True when its credit by hand does not name its bank session. */
  readonly isUnnamed?: true;
}

export interface PlannedListing {
  readonly provider: ProviderCode;
  readonly reference: string;
  readonly afterMs: number;
  readonly webhooks: number;
}

/** Credit of a transfer by hand. Several credits of one transfer are mistakes. */
export interface PlannedCredit {
  readonly commandId: string;
  readonly administrator: string;
  readonly afterMs: number;
  readonly reference: string;
}

export interface PlannedImport {
  readonly oldId: string;
  readonly customer: number;
  readonly balance: bigint;
  readonly atMs: readonly number[];
}

export interface PlannedMoneyIn {
  readonly transfers: readonly PlannedTransfer[];
  readonly imports: readonly PlannedImport[];
}

const MONEY_IN_SHARE = 0.4;
const TRANSFERS_MAX = 4;
const IMPORTED_SHARE = 0.2;
const UNNAMED_SHARE = 0.5;
const APART_MS = 30_000;
const SESSION_DIGITS = 30;
const LISTED = [['monnify'], ['paystack'], PROVIDERS, PROVIDERS, PROVIDERS, []] as const;

/** Transfers that arrive by webhook, list, import and hand, at both providers. */
export function moneyInOf(seed: number, activeMs: number, customers: number): PlannedMoneyIn | undefined {
  const random = new SeededRandom(seed, 19);
  if (!random.chance(MONEY_IN_SHARE)) return undefined;
  const anyone = (): number => random.between(0, customers - 1);
  const soon = (): number => random.pick([0, random.between(0, 200), random.between(0, 20_000)]);
  // Number the payments of each provider, so that both use the same references.
  const numbers = { monnify: 0, paystack: 0 };
  const listing = (provider: ProviderCode): PlannedListing => ({
    provider,
    reference: `PAY|${seed}|${numbers[provider]++}`,
    afterMs: soon(),
    webhooks: random.between(0, 2),
  });
  const transfers = Array.from({ length: random.between(1, TRANSFERS_MAX) }, (_, index) => {
    const session = `${seed}${index}`.padStart(SESSION_DIGITS, '0');
    return {
      session,
      atMs: random.between(0, activeMs),
      customer: anyone(),
      paid: BigInt(random.pick([5, 10])) * 100_00n,
      listed: random.pick(LISTED).map(listing),
      hands: Array.from({ length: random.pick([0, 0, 1, 2]) }, (_each, hand) => ({
        commandId: `hand-${index}-${random.chance(0.3) ? 0 : hand}`,
        administrator: random.pick(['gozie', 'hauwa']),
        afterMs: soon(),
        reference: random.chance(0.3) ? `${session.slice(0, 10)} ${session.slice(10)}` : session,
      })),
      isImported: random.chance(IMPORTED_SHARE),
    };
  });
  const imports = Array.from({ length: random.between(0, customers) }, (_, customer) => ({
    oldId: `old-${customer}`,
    customer: customer % customers,
    balance: BigInt(random.between(1, 30)) * 100_00n,
    atMs: Array.from({ length: random.between(1, 3) }, () => soon()),
  }));
  const unnamed = new SeededRandom(seed, 20);
  const provider = unnamed.pick(PROVIDERS);
  const more = unnamed.chance(UNNAMED_SHARE)
    ? [unnamedOf(unnamed, listing(provider), `9${seed}`.padStart(SESSION_DIGITS, '0'), activeMs, anyone())]
    : [];
  return { transfers: [...transfers.map(withoutHandsIfImported), ...more], imports };
}

function unnamedOf(
  random: SeededRandom,
  listing: PlannedListing,
  session: string,
  activeMs: number,
  customer: number,
): PlannedTransfer {
  const [first, second] = [listing.afterMs, listing.afterMs + APART_MS];
  const isListedFirst = random.chance(0.5);
  const hand = {
    commandId: 'hand-unnamed',
    administrator: 'gozie',
    afterMs: isListedFirst ? second : first,
    reference: `FT${session}`,
  };
  return {
    session,
    atMs: random.between(0, activeMs),
    customer,
    paid: 777_00n,
    listed: [{ ...listing, afterMs: isListedFirst ? first : second }],
    hands: [hand],
    isImported: false,
    isUnnamed: true,
  };
}

/** Leaves out credits by hand of a transfer that an imported balance contains. */
const withoutHandsIfImported = (transfer: PlannedTransfer): PlannedTransfer =>
  transfer.isImported ? { ...transfer, hands: [] } : transfer;
