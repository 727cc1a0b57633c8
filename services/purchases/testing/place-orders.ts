import { HeldProbes } from '../../catalog/routing/held-probes.js';
import { SEED } from '../../catalog/seed/seed.js';
import { RuleBroken } from '../../contracts/errors.js';
import type { Pins } from '../../customers/pin/pins.js';
import type { Lookups, OwnPrices } from '../../products/product.js';
import type { WalletStreams } from '../../wallet/wallet.streams.js';
import { PlaceOrderHandler } from '../accept/place-order.handler.js';
import { PLAIN_VAULT } from './purchase-world.js';

type Collaborators = ConstructorParameters<typeof PlaceOrderHandler>;

interface Parts extends Partial<Lookups> {
  readonly wallets: WalletStreams;
  readonly requireUnlocked?: Pins['requireUnlocked'];
  readonly vault?: Collaborators[2];
  readonly prices?: Partial<Collaborators[4]>;
  readonly ownPrices?: OwnPrices;
  readonly recipients?: Collaborators[9];
  readonly house?: Collaborators[10];
  readonly passkeys?: Collaborators[11];
  readonly backlog?: Collaborators[12];
}

export const PIN = '4826';

const check: Pins['check'] = ({ pinMac }, pin) => {
  if (pinMac === undefined) throw new RuleBroken('PIN_NOT_SET');
  if (pin !== PIN) throw new RuleBroken('PIN_INCORRECT', { attemptsLeft: 4 });
};

const nobody = (): never => {
  throw new Error('nobody is looked up');
};

/** Handler for customers with the PIN `PIN`, who may spend ₦1,000 a day without it. */
export const placeOrders = ({
  wallets,
  requireUnlocked = () => undefined,
  vault = { ...PLAIN_VAULT, personMac: (person, text) => `mac:${person}:${text}` },
  prices = { probes: new HeldProbes(), state: SEED },
  ownPrices,
  known = () => undefined,
  platformCustomer: nameOf = nobody,
  accountHolder: holder = nobody,
  recipients = { isKnown: nobody },
  house = { permit: () => Promise.resolve() },
  passkeys,
  backlog,
}: Parts): PlaceOrderHandler =>
  new PlaceOrderHandler(
    wallets,
    { check, requireUnlocked },
    vault,
    { PINLESS_DAILY_LIMIT: '1000' },
    prices as Collaborators[4],
    ownPrices as OwnPrices,
    { known },
    { nameOf },
    { holder },
    recipients,
    house,
    passkeys,
    backlog,
  );
