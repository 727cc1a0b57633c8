import { hash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { uuidsOf } from '../../infra/crypto/keyed-digest.js';
import { KEY_VAULT, type KeyVault, SECRETS, type Secrets } from '../../infra/crypto/key-vault.js';
import { decideAndAppend } from '../../infra/event-store/decide-and-append.js';
import { type EventContext, fact, systemContext } from '../../infra/event-store/event-context.js';
import {
  EVENT_STORE,
  type EventStore,
  NO_STREAM,
  type StreamHead,
} from '../../infra/event-store/event-store.js';
import { ledgerIdOf } from '../../infra/ledger-id/ledger-id.js';
import { PAYMENT_PROVIDERS } from '../contracts/admin/money-desk.contract.js';
import { RuleBroken } from '../contracts/errors.js';
import { formatNaira, type Kobo, koboFromNaira } from '../contracts/money.js';
import { OldHashes } from '../customers/login/old-hashes.js';
import { kindNameOf } from '../customers/login/password-kinds.js';
import { Users } from '../customers/users.js';
import { cutOverOf, setCutOver } from '../funding/cut-over.js';
import { WalletStreams } from '../wallet/wallet.streams.js';
import { type CheckDeps, checkCustomers, type KnownCustomer } from './check-customers.js';
import { type LineFault, readCustomers } from './customers-file.js';
import {
  evolve,
  finish,
  type Import,
  type ImportFact,
  ImportRefused,
  plan,
  release,
  releasedOf,
  start,
} from './import.decider.js';
import { type CutOver, importEvent, importStream } from './import.events.js';
import { moveCustomer, type MoveDeps, RowRefused } from './move-customer.js';
import { overOutages } from './over-outages.js';
import { type OwnerProof, Owners } from './owners.js';

export interface CheckedFile {
  readonly importId: string;
  readonly digest: string;
  readonly customers: readonly KnownCustomer[];
  readonly total: Kobo;
  readonly faults: readonly LineFault[];
  readonly state: Import;
}

export interface WantedImport {
  /** Naira. */
  readonly total: string;
  readonly balanceDate: string;
  /** `<provider>=<moment>` each. */
  readonly cutOvers: readonly string[];
}

export interface MovedIn {
  readonly customers: number;
  readonly refused: readonly LineFault[];
}

const SIDE_BY_SIDE = 256;
/** Within this time an owner could invite a second account and release their own plan with it. */
const AFTER_INVITATION_MS = 24 * 3_600_000;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

@Injectable()
export class MovingIn {
  private readonly parts: CheckDeps & MoveDeps;

  constructor(
    @Inject(EVENT_STORE) private readonly eventStore: EventStore,
    @Inject(KEY_VAULT) private readonly vault: KeyVault,
    @Inject(SECRETS) secrets: Pick<Secrets, 'pinPepper'>,
    @Inject(Users) users: Pick<Users, 'accountUnder' | 'emails' | 'phones'>,
    @Inject(WalletStreams) wallets: Pick<WalletStreams, 'handle'>,
    @Inject(OldHashes) private readonly oldHashes: Pick<OldHashes, 'admit'>,
    @Inject(Owners)
    private readonly owners: Pick<Owners, 'proven' | 'mustStillBeOwner' | 'mustBeOtherHands' | 'acceptedAt'>,
  ) {
    this.parts = { eventStore, vault, secrets, users, wallets };
  }

  /** Dry run: stores nothing. */
  async check(file: Uint8Array): Promise<CheckedFile> {
    const ledgerId = await ledgerIdOf(this.eventStore);
    if (ledgerId === undefined) throw new ImportRefused('the ledger is empty: begin it with `ledger init`');
    const digest = hash('sha256', file, 'hex');
    const importId = uuidsOf(ledgerId.slice(0, 32))(`import of ${digest}`);
    const read = readCustomers(file);
    const { customers, faults } = await checkCustomers(read.customers, ledgerId, this.parts);
    return {
      importId,
      digest,
      customers,
      total: customers.reduce((sum, { balance }) => sum + balance, 0n),
      faults: [...read.faults, ...faults],
      state: (await this.load(importId)).state,
    };
  }

  async plan(
    file: Uint8Array,
    { total, balanceDate, cutOvers }: WantedImport,
    proof: OwnerProof,
  ): Promise<CheckedFile> {
    const checked = await this.faultless(file, total);
    requireDay(balanceDate);
    const moments = cutOvers.map(cutOverIn);
    await this.requireCutOvers(checked.customers, moments);
    const context = await this.owners.proven(proof);
    const { importId, digest, customers } = checked;
    const wanted = {
      importId,
      digest,
      customers: customers.length,
      total: String(checked.total),
      balanceDate,
      ...(moments.length > 0 && { cutOvers: moments }),
    };
    await this.change(importId, (state) => plan(wanted, context.actor.id, state), context);
    return checked;
  }

  /**
   * @throws RuleBroken(APPROVAL_OWN | APPROVAL_SAME_HAND | APPROVAL_TOO_NEW | PERMISSION_MISSING), ImportRefused
   */
  async release(file: Uint8Array, total: string, proof: OwnerProof): Promise<CheckedFile> {
    const checked = await this.faultless(file, total);
    const context = await this.owners.proven(proof);
    await this.requireSettled(checked.state, context.actor.id);
    await this.change(checked.importId, (state) => release(context.actor.id, state), context);
    return checked;
  }

  /**
   * Stores the customers of a released file. Safe to repeat, because no customer is stored twice.
   * @param backup path of the backup, needed only when the import starts for the first time
   */
  async run(
    file: Uint8Array,
    backup: string | undefined,
    progress: (line: string) => void,
  ): Promise<MovedIn> {
    const { importId, customers, faults, state } = await this.check(file);
    const { balanceDate, cutOvers = [], releasedIn } = releasedOf(state);
    requireNone(faults);
    const context = { ...systemContext(), correlationId: importId, causationId: releasedIn };
    if (state.backup === undefined) {
      if (backup === undefined) throw new ImportRefused('a backup is made before the first start');
      await overOutages(() => this.change(importId, (so) => start(importId, backup, so), context));
    }
    // Store the cut-overs first. Otherwise, payments could be credited again.
    for (const cutOver of cutOvers) await overOutages(() => setCutOver(this.eventStore, cutOver, context));
    // Store the kinds of hashes before any customer: each login checks every kind, so its duration reveals none.
    await overOutages(() => this.oldHashes.admit(kindsIn(customers), context));
    const refused = await this.moveAll(customers, balanceDate, context, progress);
    const moved = { importId, customers: customers.length - refused.length, refused: refused.length };
    await overOutages(() =>
      this.change(importId, (so) => finish(moved, so), { ...context, ...systemContext() }),
    );
    return { customers: moved.customers, refused };
  }

  /**
   * Requires a cut-over for each provider: the older system credited the payments before this time. Otherwise,
   * a search for lost payments would credit them again.
   */
  private async requireCutOvers(
    customers: readonly KnownCustomer[],
    moments: readonly CutOver[],
  ): Promise<void> {
    const providers = new Set(customers.flatMap(({ accounts }) => accounts.map(({ provider }) => provider)));
    for (const provider of providers)
      if (
        !moments.some((moment) => moment.provider === provider) &&
        (await cutOverOf(this.eventStore, provider)) === undefined
      )
        throw new ImportRefused(
          `--cut-over: say until when the older system credited payments of ${provider}, such as ${provider}=2026-11-30T23:00+01:00`,
        );
  }

  /**
   * After a fault, waits for customers under way, because the caller may then close the stores.
   */
  private async moveAll(
    customers: readonly KnownCustomer[],
    balanceDate: string,
    context: EventContext,
    progress: (line: string) => void,
  ): Promise<readonly LineFault[]> {
    const refused: LineFault[] = [];
    const faults: unknown[] = [];
    let [next, done] = [0, 0];
    const move = async (customer: KnownCustomer, keys: Promise<void>): Promise<void> => {
      try {
        await keys;
        await overOutages(() => moveCustomer(customer, balanceDate, context, this.parts));
      } catch (error) {
        if (error instanceof RowRefused)
          refused.push({ line: customer.line, column: '', message: error.message });
        else faults.push(error);
      }
      done += 1;
      if (done % SIDE_BY_SIDE === 0 || done === customers.length)
        progress(`${done} of ${customers.length} customers`);
    };
    let keys = Promise.resolve();
    const moveNext = async (): Promise<void> => {
      while (faults.length === 0 && next < customers.length) {
        if (next % SIDE_BY_SIDE === 0) keys = this.createKeys(customers.slice(next, next + SIDE_BY_SIDE));
        await move(customers[next++]!, keys);
      }
    };
    await Promise.all(Array.from({ length: SIDE_BY_SIDE }, moveNext));
    if (faults.length > 0) throw faults[0];
    return refused.toSorted((one, other) => one.line - other.line);
  }

  private createKeys(customers: readonly KnownCustomer[]): Promise<void> {
    return this.vault.createKeys(customers.filter(({ isThere }) => !isThere).map(({ userId }) => userId));
  }

  private async faultless(file: Uint8Array, total: string): Promise<CheckedFile> {
    const checked = await this.check(file);
    requireNone(checked.faults);
    const typed = koboFromNaira(total);
    if (typed === undefined) throw new ImportRefused('--total: must be naira with at most two decimals');
    if (typed !== checked.total)
      throw new ImportRefused(
        `the balances of the file are ${formatNaira(checked.total)}, not ${formatNaira(typed)}: compare both with the older system`,
      );
    return checked;
  }

  /**
   * Refuses when the planner is no longer an owner, when planner and releaser count as one, or when one of
   * them accepted an invitation less than a day before the plan.
   */
  private async requireSettled({ plan: planned }: Import, releaser: string): Promise<void> {
    if (!planned) return;
    await this.owners.mustStillBeOwner(planned.plannedBy);
    await this.owners.mustBeOtherHands(planned.plannedBy, releaser);
    for (const [userId, who, what] of [
      [releaser, 'You', 'release it'],
      [planned.plannedBy, 'Whoever planned this', 'plan it'],
    ] as const) {
      const acceptedAt = await this.owners.acceptedAt(userId);
      const isNew =
        acceptedAt !== undefined &&
        Date.parse(planned.plannedAt) - Date.parse(acceptedAt) < AFTER_INVITATION_MS;
      if (isNew) throw new RuleBroken('APPROVAL_TOO_NEW', { who, what });
    }
  }

  private async load(importId: string): Promise<StreamHead & { readonly state: Import }> {
    const events = await this.eventStore.readStream(importStream(importId));
    const { revision, hash: last } = events.at(-1) ?? NO_STREAM;
    const state = events.map(importEvent).reduce<Import>((so, event) => (event ? evolve(so, event) : so), {});
    return { revision, hash: last, state };
  }

  private async change(
    importId: string,
    decide: (state: Import) => readonly ImportFact[],
    context: EventContext,
  ): Promise<void> {
    await decideAndAppend(this.eventStore, {
      stream: importStream(importId),
      load: () => this.load(importId),
      decide: ({ state }) => decide(state).map(({ type, data }) => fact<string, object>(type, data, context)),
    });
  }
}

function requireNone(faults: readonly LineFault[]): void {
  if (faults.length > 0)
    throw new ImportRefused(`${faults.length} faults: a run without --plan, --release and --run lists them`);
}

function requireDay(day: string): void {
  const isDay =
    DAY.test(day) && !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day);
  if (!isDay) throw new ImportRefused('--balance-date: must be a day, such as 2026-11-30');
  if (Date.parse(day) > systemContext().now.getTime() + AFTER_INVITATION_MS)
    throw new ImportRefused('--balance-date: lies in the future');
}

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?(?:Z|[+-]\d{2}:\d{2})$/;

function cutOverIn(typed: string): CutOver {
  const at = typed.indexOf('=');
  const [provider, moment] = [typed.slice(0, at), typed.slice(at + 1)];
  if (!Object.hasOwn(PAYMENT_PROVIDERS, provider))
    throw new ImportRefused(
      `--cut-over: must begin with one of ${Object.keys(PAYMENT_PROVIDERS).join(', ')}`,
    );
  const ms = MOMENT.test(moment) ? Date.parse(moment) : NaN;
  if (Number.isNaN(ms))
    throw new ImportRefused('--cut-over: must be a moment with its zone, such as 2026-11-30T23:00+01:00');
  return { provider, before: new Date(ms).toISOString() };
}

const kindsIn = (customers: readonly KnownCustomer[]): readonly string[] => [
  ...new Set(customers.flatMap(({ passwordHash }) => kindNameOf(passwordHash) ?? [])),
];
