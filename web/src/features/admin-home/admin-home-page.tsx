import { useId } from 'react';
import { Link } from 'react-router-dom';
import type { Service } from '../../../../services/contracts/services.js';
import { useMay, useSignedIn } from '../../api/use-signed-in.js';
import { houseForm } from '../../domain/buyer.js';
import { useProducts } from '../../domain/products.js';
import { ServiceTile } from '../../domain/service-tile.js';
import { SitePurseCard } from '../../domain/site-purse.js';
import { Page } from '../../ui/layout/page.js';
import classes from './admin-home-page.module.css';

interface Tile {
  readonly name: string;
  readonly blurb: string;
  readonly delivery: string;
}

const FAST = { blurb: '1% off', delivery: 'Fast Delivery' } as const;

/** What the home page of administrators offers for the house to buy. */
const HOUSE_TILES: Readonly<Partial<Record<Service, Tile>>> = {
  airtime: { name: 'Buy Airtime', ...FAST },
  data: { name: 'Buy Data', ...FAST },
  cable: { name: 'Pay 4 Cable', ...FAST },
  electricity: { name: 'Pay 4 Electricity', ...FAST },
  exams: { name: 'Pay 4 Exam Pins', ...FAST },
  sms: { name: 'Bulk SMS', ...FAST, blurb: 'As low as ₦3 per SMS' },
  bet: { name: 'Bet Wallet Funding', blurb: 'Every platform', delivery: 'Premium' },
  transfer: { name: 'Transfer 2 Others', blurb: 'To any bank', delivery: 'Instant Delivery' },
};

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
                <ServiceTile
                  Icon={Icon}
                  quiet
                  name={mayBuy ? <Link to={houseForm(service)}>{name}</Link> : name}
                  blurb={blurb}
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
