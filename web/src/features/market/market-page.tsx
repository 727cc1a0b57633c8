import { Button } from '@mantine/core';
import { CheckIcon } from '../../ui/icons.js';
import { Page } from '../../ui/layout/page.js';
import classes from './market-page.module.css';

interface MarketPlan {
  readonly name: string;
  readonly price: string;
  readonly per?: string;
  readonly offers: readonly string[];
}

const PLANS: readonly MarketPlan[] = [
  { name: 'Basic', price: 'Free', offers: ['A wallet of your own', 'Every service of this app'] },
  { name: 'Premium', price: '₦5,000', offers: ['Everything of Basic', 'Prices of the premium tier'] },
  {
    name: 'Starter',
    price: '$100',
    per: 'per month',
    offers: ['1 GB of access per day', '10 transactions per day', '1 user'],
  },
  {
    name: 'Business',
    price: '$1,000',
    per: 'per month',
    offers: ['10 GB of access per day', '10 transactions per day', '10 users'],
  },
  {
    name: 'Enterprise',
    price: '$10,000',
    per: 'per month',
    offers: ['Unlimited access per day', '100 transactions per day', 'Unlimited users'],
  },
];

/** Plans that are announced. None of them can be bought yet, and the page says so. */
export default function MarketPage() {
  return (
    <Page title="Plans" lead="What is planned beside the wallet. None of it can be bought yet.">
      <ul className={classes.plans}>
        {PLANS.map(({ name, price, per, offers }) => (
          <li key={name}>
            <h2>{name}</h2>
            <p className={classes.price}>
              {price}
              {per ? <span> {per}</span> : null}
            </p>
            <ul className={classes.offers}>
              {offers.map((offer) => (
                <li key={offer}>
                  <CheckIcon />
                  {offer}
                </li>
              ))}
            </ul>
            <Button variant="default" fullWidth disabled>
              Coming soon
            </Button>
          </li>
        ))}
      </ul>
    </Page>
  );
}
