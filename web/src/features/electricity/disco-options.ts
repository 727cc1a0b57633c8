import { DISCOS } from '../../../../services/contracts/products.js';
import type { Catalogue } from '../../api/catalogue.api.js';

interface DiscoOption {
  readonly value: string;
  readonly label: string;
  readonly disabled: boolean;
}

/** The distribution companies as the catalogue has them now; those of the contract until it is here. */
export function discoOptions(catalogue: Catalogue | undefined): readonly DiscoOption[] {
  const discos =
    catalogue?.discos ??
    Object.entries(DISCOS).map(([code, name]) => ({ code: Number(code), name, available: true }));
  return discos.map(({ code, name, available }) => ({
    value: String(code),
    label: available ? name : `${name} (not available)`,
    disabled: !available,
  }));
}
