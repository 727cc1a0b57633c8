import { Link } from 'react-router-dom';
import { againAddress, buyer } from '../../domain/buyer.js';
import { useProductOf } from '../../domain/products.js';
import { t } from '../../languages/language.js';

export interface BoughtBefore {
  readonly service: string;
  readonly reference: string;
  /** "MTN airtime, 08031234567" */
  readonly name: string;
}

/** Renders nothing when the product cannot be bought. */
export function BuyAgainLink({
  bought,
  className,
}: {
  readonly bought: BoughtBefore;
  readonly className?: string;
}) {
  const form = buyer().form(useProductOf(bought.service));
  return form ? (
    <Link
      className={className}
      to={againAddress(form, bought.reference)}
      aria-label={t('Buy again: {name}', { name: bought.name })}
    >
      {t('Buy again')}
    </Link>
  ) : null;
}
