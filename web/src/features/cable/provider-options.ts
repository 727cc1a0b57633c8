import { CABLE_PROVIDERS } from '../../../../services/contracts/products.js';
import type { Catalogue } from '../../api/catalogue.api.js';
import type { Option } from '../../purchase/option-picker.js';

/** The providers as the catalogue has them now; the three of the contract until it is here. */
export function providerOptions(catalogue: Catalogue | undefined): readonly Option[] {
  if (catalogue)
    return catalogue.cable_providers.map(({ code, name, available }) => ({
      value: String(code),
      title: name,
      off: !available,
    }));
  return Object.entries(CABLE_PROVIDERS).map(([value, title]) => ({ value, title }));
}
