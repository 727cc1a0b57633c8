/** Betting companies by the names of the contract. Which of them can be funded now depends on the vendor. */
export const BET_PLATFORMS = [
  ...['MERRYBET', 'NAIJABET', 'WAJEGAME', 'SUREBET', 'AFRICA365', 'BANGBET', 'SPORTYBET', '1XBET'],
  ...['BET9JA', 'BETKING', 'BETANO', 'EASYWIN', 'BET9JA AGENT', 'BETBONANZA', 'BETCORRECT', 'BETGR8'],
  ...['FRAPAPA', 'HELABET', 'BETWAY', 'HALLABET AGENT', 'BETLION', 'LUCKYBET', 'MEGAMILLIONS'],
  ...['MYLOTTOHUB', 'NAIRAMILLION', 'PARIMATCH', 'PARIPESA', 'YANGASPORT', 'MSPort'],
] as const;
export type BetPlatform = (typeof BET_PLATFORMS)[number];

const BY_NAME = new Map(BET_PLATFORMS.map((name) => [name.toLowerCase(), name]));

/** The platform of that name, in any case and with any spaces around it. */
export const betPlatform = (typed: string): BetPlatform | undefined =>
  BY_NAME.get(typed.trim().toLowerCase());

/** Naira: what the product lets one funding be. */
export const BET_AMOUNT_MIN = 100;
export const BET_AMOUNT_MAX = 10_000;

/** How betting companies name their customers: a number, a phone, a user name or an email. */
export const BET_CLIENT_ID = /^[A-Za-z0-9_.@+-]{3,60}$/;
