import { useId } from 'react';
import { Link } from 'react-router-dom';
import { useMay, useSignedIn } from '../../api/use-signed-in.js';
import { houseForm } from '../../domain/buyer.js';
import { useProducts } from '../../domain/products.js';
import { SitePurseCard } from '../../domain/site-purse.js';
import { Page } from '../../ui/layout/page.js';
import { HOUSE_TILES } from './house-tiles.js';
import classes from './admin-home-page.module.css';

/** The first page of an administrator. */
export default function AdminHomePage() {
  const { firstName } = useSignedIn();
  const products = useProducts();
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
          {Object.values(products).map(({ service, Icon }) => {
            const tile = HOUSE_TILES[service];
            if (!tile) return null;
            const { name, blurb, delivery } = tile;
            return (
              <li key={name} className={classes.tile}>
                <span className={classes.icon}>
                  <Icon />
                </span>
                <span className={classes.text}>
                  <strong>{mayBuy ? <Link to={houseForm(service)}>{name}</Link> : name}</strong>
                  <span>{blurb}</span>
                </span>
                <span className={classes.tags}>
                  <span className={classes.tag}>{delivery}</span>
                </span>
              </li>
            );
          })}
        </ul>
      </section>
    </Page>
  );
}
