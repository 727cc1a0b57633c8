import { BankIcon, GaugeIcon } from '../ui/icons.js';
import classes from './brand-mark.module.css';
import { useProductOf } from './products.js';

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
