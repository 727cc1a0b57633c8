import { BankIcon, GaugeIcon, SwapIcon } from '../../ui/icons.js';
import { brandOf } from './brands.js';
import classes from './brand-mark.module.css';
import { useProductOf } from '../products.js';

interface BrandMarkProps {
  /** As rows call it; empty for a payment in. */
  readonly service: string;
  /** What was bought, or the bank that paid in. Absent in a copy that was kept on the device before rows said it. */
  readonly label: string | undefined;
  /** Something came back of it: the mark says so in its corner. */
  readonly returned?: boolean;
}

/** Whose service it is, as a monogram of ours. Decoration: the name always stands beside it. */
export function BrandMark({ service, label, returned }: BrandMarkProps) {
  const product = useProductOf(service);
  // A payment in is of no service: a bank made it.
  const companies = service === '' ? 'banks' : product?.companies;
  const brand = companies && brandOf(companies, label ?? '');
  return (
    <span className={classes.frame} aria-hidden="true">
      {brand ? (
        <span className={classes.mark}>
          <span className={classes.letters} style={{ background: brand.ground, color: brand.ink }}>
            {brand.letters}
          </span>
        </span>
      ) : (
        <ServiceMark service={service} />
      )}
      {returned ? (
        <span className={classes.returned}>
          <SwapIcon />
        </span>
      ) : null}
    </span>
  );
}

/** The picture of a service; of a bank where it is of none. Decoration: its name always stands beside it. */
export function ServiceMark({ service }: { readonly service: string }) {
  const product = useProductOf(service);
  const Icon = product?.Icon ?? (service === '' ? BankIcon : GaugeIcon);
  return (
    <span className={classes.mark} aria-hidden="true">
      <span className={classes.picture}>
        <Icon />
      </span>
    </span>
  );
}
