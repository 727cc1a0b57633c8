import type { z } from 'zod';
import { STORE_SETTINGS } from '../../../infra/config/cluster-config.js';
import { HTTP_SETTINGS } from '../../../infra/config/http-settings.js';
import { MAIL_SETTINGS } from '../../../infra/mail/mail-settings.js';
import { PUSH_SETTINGS } from '../../../infra/push/push-settings.js';
import { ADMINISTRATOR_SETTINGS } from '../../administrators/administrators.settings.js';
import { ALERT_SETTINGS } from '../../alerts/alert.settings.js';
import { AUDIT_SETTINGS, SEAL_SETTINGS } from '../../audit/audit.settings.js';
import { CATALOG_SETTINGS } from '../../catalog/catalog.settings.js';
import { CUSTOMER_SETTINGS } from '../../customers/customer.settings.js';
import { DOCUMENT_SETTINGS } from '../../documents/document.settings.js';
import { FUNDING_SETTINGS } from '../../funding/funding.settings.js';
import { MONEY_DESK_SETTINGS } from '../../money-desk/money-desk.settings.js';
import { PURCHASE_SETTINGS } from '../../purchases/purchase.settings.js';
import { Settings } from '../../runtime/config.js';
import { TELEMETRY_SETTINGS } from '../../telemetry/telemetry.settings.js';
import { VENDOR_SETTINGS } from '../../vendors/vendor.settings.js';
import { code, page, paragraph, table } from './markdown.js';

export const SANDBOX_GROUP = 'Sandbox and demonstration';
export const STORES_GROUP = 'Stores';
const SANDBOX = /^(?:SANDBOX|DEMO_DATA)/;

const GROUPS: readonly (readonly [title: string, names: readonly string[]])[] = [
  [STORES_GROUP, Object.keys(STORE_SETTINGS)],
  ['HTTP', Object.keys(HTTP_SETTINGS)],
  ['Mail', Object.keys(MAIL_SETTINGS)],
  ['Push messages', Object.keys(PUSH_SETTINGS)],
  ['Alerts', Object.keys(ALERT_SETTINGS)],
  ['Telemetry', Object.keys(TELEMETRY_SETTINGS)],
  ['Purchases', Object.keys(PURCHASE_SETTINGS)],
  ['Vendors and the payment provider', Object.keys(VENDOR_SETTINGS)],
  ['Funding', Object.keys(FUNDING_SETTINGS)],
  ['Money desk', Object.keys(MONEY_DESK_SETTINGS)],
  ['Customers', Object.keys(CUSTOMER_SETTINGS)],
  ['Administrators', Object.keys(ADMINISTRATOR_SETTINGS)],
  ['Catalogue', Object.keys(CATALOG_SETTINGS)],
  ['Documents', Object.keys(DOCUMENT_SETTINGS)],
  ['Seals', Object.keys(SEAL_SETTINGS)],
  ['Audits', Object.keys(AUDIT_SETTINGS)],
];

const INTRO = `Every setting is an environment variable. A process reads them once, when it starts. It lists
every setting that is missing or wrong and ends with exit code 1. A variable that is empty counts as not set.`;
const UNITS = `Durations are written as \`250ms\`, \`15s\`, \`5m\`, \`24h\` or \`7d\`. Switches are \`1\` or \`0\`.
Amounts are naira.`;

export function settingGroups(): typeof GROUPS {
  const grouped = new Set(GROUPS.flatMap(([, names]) => names));
  const others = Object.keys(Settings.shape).filter((name) => !grouped.has(name));
  return [
    ['Process', others.filter((name) => !SANDBOX.test(name))],
    [SANDBOX_GROUP, others.filter((name) => SANDBOX.test(name))],
    ...GROUPS,
  ];
}

export function settingsPage(): string {
  return page(
    'Settings',
    paragraph(INTRO),
    paragraph(UNITS),
    ...settingGroups().flatMap(([title, names]) => [
      `## ${title}`,
      table(['setting', 'default', 'meaning'], names.toSorted().map(rowOf)),
    ]),
  );
}

const shape = new Map<string, z.ZodType>(Object.entries(Settings.shape));

function rowOf(name: string): string[] {
  const { usual, meaning } = describeSetting(name);
  return [code(name), usual === '' ? '' : code(usual), meaning];
}

/** @throws Error when a group names a setting that does not exist */
export function describeSetting(name: string): { readonly usual: string; readonly meaning: string } {
  const schema = shape.get(name);
  if (!schema) throw new Error(`${name} is in a group of settings, and not in Settings`);
  const { def, description = '' } = schema;
  return { usual: 'defaultValue' in def ? String(def.defaultValue) : '', meaning: description };
}
