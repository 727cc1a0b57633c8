import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { VendorSettings } from '../vendors/vendor.settings.js';
import { SERVICES, type Service } from '../contracts/services.js';
import { ADAPTER_NAMES } from '../vendors/vendors.js';

/**
 * Vendor of this installation. The codes 1 to 8 are part of the HTTP contract. A vendor with a
 * higher code serves a single service. The code 0 means no vendor.
 */
export interface VendorRow {
  readonly code: number;
  readonly name: string;
  readonly adapter: string;
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly publicKey: string;
  readonly secretKey: string;
  readonly services: readonly Service[];
  /**
   * Place in the failover order, lowest first. A purchase goes to the next vendor only when this
   * vendor has certainly charged nothing.
   */
  readonly priority: number;
}

const NAMES = [
  'Platinum',
  'Spectranet',
  'Swiss Network',
  'Platonic',
  'Ultranet',
  'Docker',
  'Quick Dragon',
  'DragNet',
];

const VendorsFile = z
  .array(
    z.object({
      code: z.int().min(1).max(99),
      name: z.string().min(1),
      adapter: z.enum(ADAPTER_NAMES).default('vtpass'),
      baseUrl: z.url(),
      apiKey: z.string().min(1).optional(),
      publicKey: z.string().min(1).optional(),
      secretKey: z.string().min(1).optional(),
      services: z.array(z.enum(SERVICES)),
      priority: z.int().min(0),
    }),
  )
  .min(1)
  .refine((rows) => new Set(rows.map(({ code }) => code)).size === rows.length, 'every code at most once');

export type VendorRowSettings = Pick<
  VendorSettings,
  'VENDORS_FILE' | 'VTPASS_PUBLIC_KEY' | 'VTPASS_SECRET_KEY'
> & {
  readonly sandboxUrl: string;
} & Partial<
    Pick<
      VendorSettings,
      'VTPASS_API_KEY' | 'MONNIFY_URL' | 'MONNIFY_API_KEY' | 'MONNIFY_SECRET_KEY' | 'MONNIFY_SOURCE_ACCOUNT'
    >
  >;

/** @throws Error that names the fault in the vendors file */
export function loadVendorRows(config: VendorRowSettings): readonly VendorRow[] {
  const rows =
    config.VENDORS_FILE === undefined ? sandboxRows(config) : fileRows(config.VENDORS_FILE, config);
  return rows.toSorted((one, other) => one.priority - other.priority);
}

/**
 * Codes of vendors that sell data shared from SIM cards. All other vendors are accounts at VTpass.
 */
const SME_DATA: ReadonlySet<number> = new Set([4, 6]);
const VTPASS_SERVICES: readonly Service[] = ['airtime', 'data', 'cable', 'electricity', 'exams'];

const sandboxRows = (config: VendorRowSettings): VendorRow[] => [
  ...NAMES.map((name, index): VendorRow => {
    const code = index + 1;
    const sme = SME_DATA.has(code);
    return {
      code,
      name,
      priority: code,
      apiKey: `vendor-${code}`,
      adapter: sme ? 'sme-data' : 'vtpass',
      baseUrl: `${config.sandboxUrl}${sme ? '/sme-data' : ''}/api`,
      publicKey: config.VTPASS_PUBLIC_KEY,
      secretKey: config.VTPASS_SECRET_KEY,
      services: sme ? ['data'] : VTPASS_SERVICES,
    };
  }),
  ...singleServiceRows(config),
];

const only = { priority: 100, publicKey: '', secretKey: '' };

export const singleServiceRows = (config: VendorRowSettings): readonly VendorRow[] => [
  {
    ...only,
    code: 11,
    name: 'SMS gateway',
    adapter: 'termii',
    services: ['sms'],
    baseUrl: `${config.sandboxUrl}/termii`,
    apiKey: 'vendor-11',
  },
  {
    ...only,
    code: 12,
    name: 'Betting aggregator',
    adapter: 'bet',
    services: ['bet'],
    baseUrl: `${config.sandboxUrl}/bet`,
    apiKey: 'vendor-12',
  },
  {
    ...only,
    code: 13,
    name: 'Monnify transfers',
    adapter: 'monnify-transfer',
    services: ['transfer'],
    baseUrl: config.MONNIFY_URL ?? config.sandboxUrl,
    apiKey: config.MONNIFY_API_KEY ?? '',
    // Store the account that pays for transfers in `publicKey`, which Monnify does not need
    // otherwise.
    secretKey: config.MONNIFY_SECRET_KEY ?? '',
    publicKey: config.MONNIFY_SOURCE_ACCOUNT ?? '',
  },
];

function fileRows(file: string, config: VendorRowSettings): VendorRow[] {
  let content: unknown;
  try {
    content = JSON.parse(new TextDecoder().decode(readFileSync(file)));
  } catch (error) {
    throw new Error(`VENDORS_FILE ${file}: ${(error as Error).message}`, { cause: error });
  }
  const parsed = VendorsFile.safeParse(content);
  const faults = parsed.success
    ? parsed.data.flatMap((row, index) => (keysOf(row, config) ? [] : [`${index}.apiKey: ${KEYS_MISSING}`]))
    : parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'file'}: ${message}`);
  if (!parsed.success || faults.length > 0) throw new Error(`VENDORS_FILE ${file}: ${faults.join('; ')}`);
  return parsed.data.map((row) => ({ ...row, ...keysOf(row, config)! }));
}

const KEYS_MISSING = 'is missing, and so is one of VTPASS_API_KEY, VTPASS_PUBLIC_KEY and VTPASS_SECRET_KEY';

/**
 * Takes the keys of VTpass from the settings when the vendors file has none. The vendors file then
 * contains no secret.
 */
function keysOf(
  { adapter, apiKey, publicKey = '', secretKey = '' }: z.output<typeof VendorsFile>[number],
  settings: VendorRowSettings,
): Pick<VendorRow, 'apiKey' | 'publicKey' | 'secretKey'> | undefined {
  if (apiKey !== undefined) return { apiKey, publicKey, secretKey };
  const { VTPASS_API_KEY: shared = '', VTPASS_PUBLIC_KEY, VTPASS_SECRET_KEY } = settings;
  const keys = [shared, VTPASS_PUBLIC_KEY, VTPASS_SECRET_KEY];
  if (adapter !== 'vtpass' || keys.some((key) => key === '' || key.startsWith('sandbox-'))) return undefined;
  return { apiKey: shared, publicKey: VTPASS_PUBLIC_KEY, secretKey: VTPASS_SECRET_KEY };
}
