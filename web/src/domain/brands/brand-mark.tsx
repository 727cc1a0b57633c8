import { BankIcon, GaugeIcon, SwapIcon } from '../../ui/icons.js';
import { brandOf } from './brands.js';
import classes from './brand-mark.module.css';
import { useProductOf } from '../products.js';

interface BrandMarkProps {
  readonly service: string;
  readonly label: string | undefined;
  readonly returned?: boolean;
}

/** Logo in our own design. Hidden from screen readers, because the name of the company always stands beside it. */
export function BrandMark({ service, label, returned }: BrandMarkProps) {
  const product = useProductOf(service);
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

/** Icon of a service. An empty `service` stands for a bank. Hidden from screen readers. */
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
