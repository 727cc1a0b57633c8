import { useId } from 'react';
import { useSignedIn } from '../../api/use-signed-in.js';
import { useProducts } from '../../domain/products.js';
import { SitePurseCard } from '../../domain/site-purse.js';
import { Page } from '../../ui/layout/page.js';
import classes from './admin-home-page.module.css';

/** The first page of an administrator. */
export default function AdminHomePage() {
  const { firstName } = useSignedIn();
  const products = useProducts();
  const heading = useId();
  return (
    <Page title="Admin home" lead={`Good to see you, ${firstName}.`}>
      <SitePurseCard />
      <section aria-labelledby={heading}>
        <h2 id={heading} className={classes.title}>
          Services
        </h2>
        <ul className={classes.grid}>
          {Object.values(products).map(({ tile, Icon }) => {
            if (!tile) return null;
            const { name, blurb, delivery } = tile;
            return (
              <li key={name} className={classes.tile}>
                <span className={classes.icon}>
                  <Icon />
                </span>
                <span className={classes.text}>
                  <strong>{name}</strong>
                  <span>{blurb}</span>
                </span>
                <span className={classes.tags}>
                  <span className={classes.tag}>{delivery}</span>
                  <span className={classes.soon}>Coming soon</span>
                </span>
              </li>
            );
          })}
        </ul>
      </section>
    </Page>
  );
}
