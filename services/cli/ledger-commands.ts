import type { UnparkReport } from '../../infra/projections/unpark-view.js';
import type { Permission } from '../contracts/admin/administrators.contract.js';
import type { CatalogChange } from '../catalog/catalog.decider.js';

/** A command that writes: runs in the process that owns the data directory, the server's or this one. */
export type LedgerCommand<Options = never, Result = unknown> = (
  options: Options,
  progress: (line: string) => void,
) => Promise<Result>;

export interface SeedOptions {
  readonly users: number;
  /** Naira, at most two decimals. */
  readonly balance: string;
}

export interface CreateAdminOptions {
  readonly email: string;
  readonly password: string;
  readonly firstName: string;
  readonly lastName: string;
  /** Absent: everything. */
  readonly permissions?: readonly Permission[] | undefined;
}

export interface ResolveOptions {
  readonly purchaseId: string;
  readonly decision: 'delivered' | 'refund';
  readonly reason: string;
}

export interface RebuildOptions {
  readonly view: string;
  readonly force: boolean;
}

export interface UnparkOptions {
  /** Absent: every view. */
  readonly view?: string | undefined;
}

export interface CatalogOptions {
  /** Absent: only show it. */
  readonly change?: CatalogChange;
}

export interface ForgetOptions {
  /** An email or a user id. */
  readonly who: string;
}

export interface DemoOptions {
  readonly days: number;
}

export interface LedgerCommands {
  readonly seed: LedgerCommand<SeedOptions>;
  /** Of an empty ledger that no server serves. */
  readonly demo: LedgerCommand<DemoOptions, { readonly purchases: number }>;
  readonly 'create-admin': LedgerCommand<CreateAdminOptions>;
  readonly resolve: LedgerCommand<ResolveOptions>;
  readonly forget: LedgerCommand<ForgetOptions, { readonly userId: string; readonly left: string }>;
  readonly rebuild: LedgerCommand<RebuildOptions>;
  /** Brings level what views keep apart; answers what each still does. */
  readonly unpark: LedgerCommand<UnparkOptions, readonly UnparkReport[]>;
  /** Answers the price list, a line each, when nothing is changed. */
  readonly catalog: LedgerCommand<CatalogOptions, readonly string[]>;
}

/** Runs one of them, wherever that is. */
export type RunCommand = <Name extends keyof LedgerCommands>(
  name: Name,
  options: Parameters<LedgerCommands[Name]>[0],
) => Promise<unknown>;
