import { Card } from '../../ui/card.js';
import classes from './discount-cards.module.css';

const TIERS = ['Super User', 'Affiliate', 'Reseller', 'Regular'] as const;

/** What each kind of customer saves. */
export function DiscountCards() {
  return (
    <Card title="Discounts">
      <ul className={classes.tiers}>
        {TIERS.map((tier) => (
          <li key={tier}>
            <strong>{tier}</strong>
            <span>1% discount on GoTV, DSTV and STARTIME</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
