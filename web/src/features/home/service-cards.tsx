import { useId } from 'react';
import { Link } from 'react-router-dom';
import {
  AirtimeIcon,
  CableIcon,
  CardIcon,
  DataIcon,
  ExamIcon,
  GaugeIcon,
  IdIcon,
  PlaneIcon,
  PowerIcon,
  SendIcon,
  SmsIcon,
  SwapIcon,
  TicketIcon,
} from '../../ui/icons.js';
import { SoonTag } from '../../ui/soon-tag.js';
import classes from './service-cards.module.css';

interface ServiceCard {
  readonly name: string;
  readonly blurb: string;
  readonly Icon: typeof AirtimeIcon;
  readonly to?: string;
  readonly fast?: boolean;
}

const SERVICES: readonly ServiceCard[] = [
  {
    name: 'Airtime',
    blurb: 'Get 1% discount on MTN, Glo, Airtel and 9mobile.',
    Icon: AirtimeIcon,
    to: '/airtime',
    fast: true,
  },
  {
    name: 'Data',
    blurb: 'Get 1% discount on data plans.',
    Icon: DataIcon,
    to: '/buydata',
    fast: true,
  },
  {
    name: 'Cable',
    blurb: 'Get 1% discount on GoTV, DSTV and StarTimes.',
    Icon: CableIcon,
    to: '/cable',
    fast: true,
  },
  {
    name: 'Electricity',
    blurb: 'Get 1% discount on your electricity bill.',
    Icon: PowerIcon,
    to: '/electricity',
    fast: true,
  },
  {
    name: 'Exams',
    blurb: 'Get 1% discount on WAEC, NECO and NABTEB pins.',
    Icon: ExamIcon,
    to: '/exams',
    fast: true,
  },
  { name: 'Bulk SMS', blurb: 'From as low as ₦3 per SMS.', Icon: SmsIcon, to: '/bulksms', fast: true },
];

const LATER: readonly ServiceCard[] = [
  { name: 'Airtime 2 Cash', blurb: 'Sell your excess recharge cards.', Icon: SwapIcon },
  { name: 'Card Printing', blurb: 'Print recharge cards.', Icon: CardIcon },
  { name: 'Movie Ticket', blurb: 'Book a seat at the cinema.', Icon: TicketIcon },
  { name: 'Flight Booking', blurb: 'Book local flights.', Icon: PlaneIcon },
  { name: 'Credit Score', blurb: 'See where you stand.', Icon: GaugeIcon },
  { name: 'KYC API', blurb: 'BVN and NIN verification.', Icon: IdIcon },
];

export const ServiceCards = () => <Cards title="Services" cards={SERVICES} />;

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

function Content({ name, blurb, Icon, to, fast }: ServiceCard) {
  return (
    <>
      <span className={classes.icon}>
        <Icon />
      </span>
      <span className={classes.text}>
        <strong>{name}</strong>
        <span>{blurb}</span>
      </span>
      <span className={classes.tags}>
        {fast ? <span className={classes.fast}>Fast Delivery</span> : null}
        {to ? null : <SoonTag />}
      </span>
    </>
  );
}

export function SendMoneyCard() {
  return (
    <section className={classes.send}>
      <span className={classes.icon}>
        <SendIcon />
      </span>
      <h2>Send Money</h2>
      <p>Send from your wallet to any bank account in Nigeria.</p>
      <Link to="/transfer">Send to a bank</Link>
    </section>
  );
}
