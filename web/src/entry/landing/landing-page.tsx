import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useSiteLinksQuery } from '../../api/catalog.api.js';
import { useProducts, type Product } from '../../domain/products.js';
import { msg, t } from '../../languages/language.js';
import { LanguageSwitch } from '../../ui/form/language-switch.js';
import { Brand, Guilloche } from '../../ui/layout/brand.js';
import { Contacts } from '../../ui/layout/contacts.js';
import classes from './landing-page.module.css';
import type { Screen } from './own-screen.js';
import { brand } from '../../languages/brand.js';

const OwnScreen = lazy(() =>
  import('./own-screen.js').catch((): { default: (shown: { readonly screen: Screen }) => ReactNode } => ({
    default: () => null,
  })),
);

const PROMISES = [
  [
    msg('The price first'),
    msg('You see the price, the discount, the fee and your balance after it before you enter your PIN.'),
    'price',
  ],
  [
    msg('Every purchase to its end'),
    msg(
      'From accepted to delivered on one page, live. What did not arrive comes back without being asked for.',
    ),
    'receipt',
  ],
  [
    msg('Nothing twice'),
    msg('A lost answer or a double tap is the same purchase. You are charged once.'),
    'twice',
  ],
] as const;

export default function LandingPage() {
  const { name, headline, lead } = brand();
  const { data: links } = useSiteLinksQuery();
  const offered = Object.values<Product>(useProducts()).filter(({ offer }) => offer);
  useEffect(() => {
    document.title = name;
  }, [name]);
  return (
    <div className={classes.page}>
      <header className={classes.splash}>
        <Guilloche className={classes.guilloche} />
        <div className={classes.bar}>
          <Brand dark />
          <Link to="/login">{t('Log in')}</Link>
        </div>
        <div className={classes.hero}>
          <div className={classes.words}>
            <h1>{headline || t('Every naira, written down.')}</h1>
            <p>
              {lead ||
                t(
                  'Airtime, data, bills and transfers from one prepaid wallet, with a receipt you can follow.',
                )}
            </p>
            <Link to="/register" className={classes.start}>
              {t('Get Started')}
            </Link>
          </div>
          <Phone screen="home" />
        </div>
      </header>
      <main className={classes.main}>
        <section aria-labelledby="services">
          <h2 id="services">{t('What you can pay for')}</h2>
          <ul className={classes.services}>
            {offered.map(({ service, offer, Icon }) => (
              <li key={service}>
                <Icon />
                {offer ? t(offer) : null}
              </li>
            ))}
          </ul>
        </section>
        <section aria-labelledby="promises">
          <h2 id="promises">{t('What you can rely on')}</h2>
          <dl className={classes.promises}>
            {PROMISES.map(([name, text, screen]) => (
              <div key={screen}>
                <dt>{t(name)}</dt>
                <dd>{t(text)}</dd>
                <dd>
                  <Phone screen={screen} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      </main>
      <footer className={classes.footer}>
        <Contacts />
        <LanguageSwitch />
        <Link to="/register">{t('Create an account')}</Link>
        <Link to="/login">{t('Log in')}</Link>
        {links?.whatsapp ? (
          <a href={links.whatsapp} rel="noopener noreferrer" target="_blank">
            WhatsApp
          </a>
        ) : null}
        {links?.community_chat ? (
          <a href={links.community_chat} rel="noopener noreferrer" target="_blank">
            {t('Community chat')}
          </a>
        ) : null}
      </footer>
    </div>
  );
}

/** Picture of a phone. `inert`, because the text beside it says the same. */
const Phone = ({ screen }: { readonly screen: Screen }) => (
  <div className={classes.phone} inert>
    <Suspense>
      <OwnScreen screen={screen} />
    </Suspense>
  </div>
);
