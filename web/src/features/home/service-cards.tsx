import { useId } from 'react';
import { Link } from 'react-router-dom';
import { useProducts, type Product } from '../../domain/products.js';
import { ServiceTile, TileIcon } from '../../domain/service-tile.js';
import { CardIcon, GaugeIcon, IdIcon, PlaneIcon, SwapIcon, TicketIcon, type Icon } from '../../ui/icons.js';
import classes from './service-cards.module.css';
import grid from './service-grid.module.css';

/** Everything that can be bought, one tap away and in sight with the wallet on the smallest phone. */
export function ServiceGrid() {
  const products: readonly Product[] = Object.values(useProducts());
  return (
    <nav aria-label="Buy">
      <ul className={grid.grid}>
        {products.map(({ service, name, Icon, paths: [to] }) => (
          <li key={service}>
            <Link to={to} className={grid.tile}>
              <TileIcon Icon={Icon} />
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface ServiceCard {
  readonly name: string;
  readonly blurb: string;
  readonly Icon: Icon;
  readonly to?: string;
  readonly fast?: boolean;
}

const LATER: readonly ServiceCard[] = [
  { name: 'Airtime 2 Cash', blurb: 'Sell your excess recharge cards.', Icon: SwapIcon },
  { name: 'Card Printing', blurb: 'Print recharge cards.', Icon: CardIcon },
  { name: 'Movie Ticket', blurb: 'Book a seat at the cinema.', Icon: TicketIcon },
  { name: 'Flight Booking', blurb: 'Book local flights.', Icon: PlaneIcon },
  { name: 'Credit Score', blurb: 'See where you stand.', Icon: GaugeIcon },
  { name: 'KYC API', blurb: 'BVN and NIN verification.', Icon: IdIcon },
];

export function ServiceCards() {
  const products: readonly Product[] = Object.values(useProducts());
  const cards = products.flatMap(({ card, Icon, paths: [to] }) =>
    card ? [{ ...card, Icon, to, fast: true }] : [],
  );
  return <Cards title="What it costs" cards={cards} />;
}

export const LaterCards = () => <Cards title="On the way" cards={LATER} />;

interface CardsProps {
  readonly title: string;
  readonly cards: readonly ServiceCard[];
}

/** What can be bought. Only what works is a link. */
function Cards({ title, cards }: CardsProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={classes.title}>
        {title}
      </h2>
      <ul className={classes.grid}>
        {cards.map((service) => (
          <li key={service.name}>
            {service.to ? (
              <Link to={service.to} className={classes.card}>
                <Content {...service} />
              </Link>
            ) : (
              <div className={classes.card} data-soon>
                <Content {...service} />
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Content({ to, fast, ...told }: ServiceCard) {
  return (
    <ServiceTile {...told} quiet={!to} delivery={fast ? 'Fast Delivery' : undefined}>
      {to ? null : <SoonTag />}
    </ServiceTile>
  );
}

export function SendMoneyCard() {
  const { Icon, paths } = useProducts().transfer;
  return (
    <section className={classes.send}>
      <TileIcon Icon={Icon} />
      <h2>Send Money</h2>
      <p>Send from your wallet to any bank account in Nigeria.</p>
      <Link to={paths[0]}>Send to a bank</Link>
    </section>
  );
}

/** Marks what is announced but not built. */
function SoonTag() {
  return <span className={classes.soon}>Coming soon</span>;
}
