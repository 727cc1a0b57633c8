import { useId } from 'react';
import { Link } from 'react-router-dom';
import type { LaterTile } from '../../../../services/contracts/brand/brand.js';
import { useDiscount } from '../../api/use-discount.js';
import { useProducts, type Product } from '../../domain/products.js';
import { ServiceTile, TileIcon } from '../../domain/brands/service-tile.js';
import { type Message, msg, t } from '../../languages/language.js';
import { CardIcon, GaugeIcon, IdIcon, PlaneIcon, SwapIcon, TicketIcon, type Icon } from '../../ui/icons.js';
import { brand } from '../../languages/brand.js';
import classes from './service-cards.module.css';

interface ServiceCard {
  readonly name: Message;
  readonly blurb: string;
  readonly Icon: Icon;
  readonly to?: string;
  readonly fast?: boolean;
}

interface LaterCard extends Pick<ServiceCard, 'name' | 'Icon'> {
  readonly tile: LaterTile;
  readonly blurb: Message;
}

const LATER: readonly LaterCard[] = [
  {
    tile: 'airtime-to-cash',
    name: msg('Airtime 2 Cash'),
    blurb: msg('Sell your excess recharge cards.'),
    Icon: SwapIcon,
  },
  { tile: 'card-printing', name: msg('Card Printing'), blurb: msg('Print recharge cards.'), Icon: CardIcon },
  {
    tile: 'movie-ticket',
    name: msg('Movie Ticket'),
    blurb: msg('Book a seat at the cinema.'),
    Icon: TicketIcon,
  },
  { tile: 'flight-booking', name: msg('Flight Booking'), blurb: msg('Book local flights.'), Icon: PlaneIcon },
  { tile: 'credit-score', name: msg('Credit Score'), blurb: msg('See where you stand.'), Icon: GaugeIcon },
  { tile: 'kyc-api', name: msg('KYC API'), blurb: msg('BVN and NIN verification.'), Icon: IdIcon },
];

export function ServiceCards() {
  const products: readonly Product[] = Object.values(useProducts());
  const discountOf = useDiscount();
  const cards = products.flatMap(({ card, service, Icon, paths: [to] }) => {
    if (!card) return [];
    const percent = discountOf(service);
    const blurb = card.discounted && percent > 0 ? t(card.discounted, { percent }) : t(card.blurb);
    return [{ name: card.name, blurb, Icon, to, fast: true }];
  });
  return <Cards title={t('What it costs')} cards={cards} />;
}

export function LaterCards() {
  const { hiddenTiles } = brand();
  const cards = LATER.filter(({ tile }) => !hiddenTiles.includes(tile)).map((later) => ({
    ...later,
    blurb: t(later.blurb),
  }));
  return cards.length > 0 ? <Cards title={t('On the way')} cards={cards} /> : null;
}

interface CardsProps {
  readonly title: string;
  readonly cards: readonly ServiceCard[];
}

function Cards({ title, cards }: CardsProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={classes.title}>
        {title}
      </h2>
      <ul className={classes.grid}>
        {cards.map((service) => (
          <li key={t(service.name)}>
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

function Content({ name, blurb, Icon, to, fast }: ServiceCard) {
  return (
    <ServiceTile
      name={t(name)}
      blurb={blurb}
      Icon={Icon}
      quiet={!to}
      delivery={fast ? t('Fast Delivery') : undefined}
    >
      {to ? null : <SoonTag />}
    </ServiceTile>
  );
}

export function SendMoneyCard() {
  const { Icon, paths } = useProducts().transfer;
  return (
    <section className={classes.send}>
      <TileIcon Icon={Icon} />
      <h2>{t('Send Money')}</h2>
      <p>{t('Send from your wallet to any bank account in Nigeria.')}</p>
      <Link to={paths[0]}>{t('Send to a bank')}</Link>
    </section>
  );
}

function SoonTag() {
  return <span className={classes.soon}>{t('Coming soon')}</span>;
}
