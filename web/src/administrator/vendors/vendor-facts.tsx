import type { OperationsVendor } from '../../api/operations.api.js';
import { duration, percent } from '../../domain/operations-words.js';
import { count, naira } from '../../ui/format.js';
import classes from './vendor-switch-page.module.css';

export interface KnownOfVendors {
  readonly health: ReadonlyMap<number, OperationsVendor> | undefined;
  readonly held: Readonly<Record<number, number>> | undefined;
}

export function VendorFacts({ code, known }: { readonly code: number; readonly known: KnownOfVendors }) {
  const facts = [heldBy(code, known), ...healthOf(known.health?.get(code))].filter((fact) => fact !== '');
  return facts.length > 0 ? <small className={classes.facts}>{facts.join(' · ')}</small> : null;
}

function heldBy(code: number, { held }: KnownOfVendors): string {
  const balance = held?.[code];
  if (balance !== undefined) return `Holds ${naira(balance)}`;
  return held ? 'Does not say what it holds' : '';
}

function healthOf(vendor: OperationsVendor | undefined): readonly string[] {
  if (!vendor) return [];
  const { success_rate: rate, p50_seconds: median, waiting } = vendor;
  return [
    rate === null ? 'nothing ended yet' : `${percent(rate)} delivered`,
    median === null ? '' : `median ${duration(median)}`,
    waiting === null || waiting === 0 ? '' : `${count(waiting)} waiting`,
  ];
}
