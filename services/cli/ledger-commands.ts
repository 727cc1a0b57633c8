import type { SettingDigests } from './doctor/check-settings.js';
import type { UnparkReport } from '../../infra/projections/unpark-view.js';
import type { Permission } from '../contracts/admin/administrators.contract.js';
import type { CheckedVendor } from '../catalog/vendor-check/check-vendors.handler.js';
import type { BrandFields } from '../brand/brand-fields.js';
import type { LegalTexts } from '../brand/legal/legal-pages.js';
import type { LegalPage } from '../contracts/brand/legal-pages.js';
import type { CatalogChange } from '../catalog/catalog.decider.js';
import type { ImportOptions, ImportReport } from '../moving-in/import-step.js';
import type { VendorListReport } from '../catalog/vendor-list/describe-list.js';
import type { AppliedFile } from '../catalog/prices/price-preview.js';

/** Command that runs inside the process that owns `DATA_DIR`. */
export type LedgerCommand<Options = never, Result = unknown> = (
  options: Options,
  progress: (line: string) => void,
) => Promise<Result>;

export interface SeedOptions {
  readonly users: number;
  /** Naira with at most two decimals. */
  readonly balance: string;
}

export interface CreateAdminOptions {
  readonly email: string;
  readonly password: string;
  readonly firstName: string;
  readonly lastName: string;
  /** Default: all permissions. */
  readonly permissions?: readonly Permission[] | undefined;
}

export interface ResolveOptions {
  readonly purchaseId: string;
  readonly decision: 'delivered' | 'refund';
  readonly reason: string;
}

export interface SendingOptions {
  readonly reason: string;
}

export interface RebuildOptions {
  readonly view: string;
  readonly force: boolean;
}

export interface UnparkOptions {
  /** Default: all views. */
  readonly view?: string | undefined;
}

export interface CatalogOptions {
  readonly change?: CatalogChange;
}

export interface BrandOptions {
  /** Validated fields of a brand. When absent, the command prints the brand. */
  readonly fields?: BrandFields;
}

export interface LogoOptions {
  /** In base64. When absent, the logo is removed. */
  readonly file?: string;
}

export interface LegalOptions {
  /** Page and text to publish. Without them, the command only returns the published texts. */
  readonly publish?: { readonly page: LegalPage; readonly text: string };
}

export interface PriceFileOptions {
  readonly csv?: string;
  readonly apply?: Omit<AppliedFile, 'seen'>;
}

export interface PriceFileReport {
  readonly lines: readonly string[];
  readonly right: boolean;
}

export interface CheckVendorsOptions {
  /** Default every vendor. */
  readonly vendor?: number | undefined;
}

export interface VendorListOptions {
  readonly vendor: number;
  readonly choose?: readonly string[] | 'all' | undefined;
}

export interface ForgetOptions {
  /** Email or user id. */
  readonly who: string;
}

export interface DemoOptions {
  readonly days: number;
}

export interface InitReport {
  readonly ledgerId: string;
  readonly events: number;
}

export interface LedgerCommands {
  /** Stores the ledger's identity in each store that has none. */
  readonly init: LedgerCommand<Record<string, never>, InitReport>;
  readonly seed: LedgerCommand<SeedOptions>;
  /** Fills an empty ledger with demo data. No server may be running. */
  readonly demo: LedgerCommand<DemoOptions, { readonly purchases: number }>;
  readonly 'create-admin': LedgerCommand<CreateAdminOptions>;
  readonly resolve: LedgerCommand<ResolveOptions>;
  readonly forget: LedgerCommand<ForgetOptions, { readonly userId: string; readonly left: string }>;
  readonly 'hold-sending': LedgerCommand<SendingOptions>;
  /** Allows orders to vendors again. Returns false when they were already allowed. */
  readonly 'release-sending': LedgerCommand<SendingOptions, boolean>;
  readonly rebuild: LedgerCommand<RebuildOptions>;
  readonly unpark: LedgerCommand<UnparkOptions, readonly UnparkReport[]>;
  readonly 'check-vendors': LedgerCommand<CheckVendorsOptions, readonly CheckedVendor[]>;
  readonly catalog: LedgerCommand<CatalogOptions, readonly string[]>;
  readonly import: LedgerCommand<ImportOptions, ImportReport>;
  /** Without `fields`, only returns the brand. */
  readonly brand: LedgerCommand<BrandOptions, BrandFields>;
  readonly logo: LedgerCommand<LogoOptions, boolean>;
  /** Compares the list of a vendor with the catalogue, and makes a price file of what is chosen. */
  readonly 'vendor-list': LedgerCommand<VendorListOptions, VendorListReport>;
  /** Publishes a legal page. Returns the published texts. */
  readonly legal: LedgerCommand<LegalOptions, LegalTexts>;
  readonly 'price-file': LedgerCommand<PriceFileOptions, PriceFileReport>;
  /** SHA-256 of each setting of the process. */
  readonly settings: LedgerCommand<Record<string, never>, SettingDigests>;
}

export type RunCommand = <Name extends keyof LedgerCommands>(
  name: Name,
  options: Parameters<LedgerCommands[Name]>[0],
) => Promise<unknown>;
