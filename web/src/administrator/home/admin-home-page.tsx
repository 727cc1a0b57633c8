import { useId } from 'react';
import { Link } from 'react-router-dom';
import { useDiscount } from '../../api/use-discount.js';
import { useMay, useSignedIn } from '../../api/use-signed-in.js';
import { type Product, useProducts } from '../../domain/products.js';
import { ServiceTile } from '../../domain/brands/service-tile.js';
import { SitePurseCard } from '../../domain/site-purse.js';
import { Page } from '../../ui/layout/page.js';
import classes from './admin-home-page.module.css';

export default function AdminHomePage() {
  const { firstName } = useSignedIn();
  const sold: readonly Product[] = Object.values(useProducts());
  const discountOf = useDiscount();
  const heading = useId();
  const mayBuy = useMay('finance');
  return (
    <Page title="Admin home" lead={`Good to see you, ${firstName}.`}>
      <SitePurseCard />
      <section aria-labelledby={heading}>
        <h2 id={heading} className={classes.title}>
          Services
        </h2>
        <ul className={classes.grid}>
          {sold.map(({ service, Icon, house: { path, tile } }) => {
            if (!tile) return null;
            const { name, blurb, delivery } = tile;
            const percent = discountOf(service);
            return (
              <li key={name} className={classes.tile}>
                <ServiceTile
                  Icon={Icon}
                  quiet
                  name={mayBuy ? <Link to={path}>{name}</Link> : name}
                  blurb={percent > 0 ? `${percent}% off` : blurb}
                  delivery={delivery}
                />
              </li>
            );
          })}
        </ul>
      </section>
    </Page>
  );
}
