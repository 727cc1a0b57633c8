import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { useSiteLinksQuery } from '../../api/catalogue.api.js';
import { useProducts, type Product } from '../../domain/products.js';
import { Brand, Guilloche } from '../../ui/layout/brand.js';
import classes from './landing-page.module.css';

const PROMISES = [
  [
    'The price first',
    'You see the price, the discount, the fee and your balance after it before you enter your PIN.',
  ],
  [
    'Every purchase to its end',
    'From accepted to delivered on one page, live. What did not arrive comes back without being asked for.',
  ],
  ['Nothing twice', 'A lost answer or a double tap is the same purchase. You are charged once.'],
] as const;

/** What people see who do not have a wallet yet. */
export default function LandingPage() {
  const { data: links } = useSiteLinksQuery();
  const offered = Object.values<Product>(useProducts()).filter(({ offer }) => offer);
  useEffect(() => {
    document.title = 'Naira Ledger';
  }, []);
  return (
    <div className={classes.page}>
      <header className={classes.splash}>
        <Guilloche className={classes.guilloche} />
        <div className={classes.bar}>
          <Brand />
          <Link to="/login">Log in</Link>
        </div>
        <div className={classes.hero}>
          <h1>Every naira, written down.</h1>
          <p>Airtime, data, bills and transfers from one prepaid wallet, with a receipt you can follow.</p>
          <Link to="/register" className={classes.start}>
            Get Started
          </Link>
        </div>
      </header>
      <main className={classes.main}>
        <section aria-labelledby="services">
          <h2 id="services">What you can pay for</h2>
          <ul className={classes.services}>
            {offered.map(({ offer, Icon }) => (
              <li key={offer}>
                <Icon />
                {offer}
              </li>
            ))}
          </ul>
        </section>
        <section aria-labelledby="promises">
          <h2 id="promises">What you can rely on</h2>
          <dl className={classes.promises}>
            {PROMISES.map(([name, text]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </section>
      </main>
      <footer className={classes.footer}>
        <Link to="/register">Create an account</Link>
        <Link to="/login">Log in</Link>
        {links?.whatsapp ? (
          <a href={links.whatsapp} rel="noopener noreferrer" target="_blank">
            WhatsApp
          </a>
        ) : null}
        {links?.community_chat ? (
          <a href={links.community_chat} rel="noopener noreferrer" target="_blank">
            Community chat
          </a>
        ) : null}
      </footer>
    </div>
  );
}
