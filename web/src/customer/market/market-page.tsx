import { Button } from '@mantine/core';
import { type Message, msg, t, type Text, textOf } from '../../languages/language.js';
import { CheckIcon } from '../../ui/icons.js';
import { Page } from '../../ui/layout/page.js';
import classes from './market-page.module.css';

interface MarketPlan {
  readonly name: Message;
  readonly price: Text;
  readonly per?: Message;
  readonly offers: readonly Message[];
}

const PLANS: readonly MarketPlan[] = [
  {
    name: msg('Basic'),
    price: msg('Free'),
    offers: [msg('A wallet of your own'), msg('Every service of this app')],
  },
  {
    name: msg('Premium'),
    price: '₦5,000',
    offers: [msg('Everything of Basic'), msg('Prices of the premium tier')],
  },
  {
    name: msg('Starter'),
    price: '$100',
    per: msg('per month'),
    offers: [msg('1 GB of access per day'), msg('10 transactions per day'), msg('1 user')],
  },
  {
    name: msg('Business'),
    price: '$1,000',
    per: msg('per month'),
    offers: [msg('10 GB of access per day'), msg('10 transactions per day'), msg('10 users')],
  },
  {
    name: msg('Enterprise'),
    price: '$10,000',
    per: msg('per month'),
    offers: [msg('Unlimited access per day'), msg('100 transactions per day'), msg('Unlimited users')],
  },
];

export default function MarketPage() {
  return (
    <Page title={t('Plans')} lead={t('What is planned beside the wallet. None of it can be bought yet.')}>
      <ul className={classes.plans}>
        {PLANS.map(({ name, price, per, offers }) => (
          <li key={t(name)}>
            <h2>{t(name)}</h2>
            <p className={classes.price}>
              {textOf(price)}
              {per ? <span> {t(per)}</span> : null}
            </p>
            <ul className={classes.offers}>
              {offers.map((offer) => (
                <li key={t(offer)}>
                  <CheckIcon />
                  {t(offer)}
                </li>
              ))}
            </ul>
            <Button variant="default" fullWidth disabled>
              {t('Coming soon')}
            </Button>
          </li>
        ))}
      </ul>
    </Page>
  );
}
