import type { PushLanguage } from '../../contracts/devices/push.contract.js';

/** What push messages say, by what they say in English, where the two differ. Written by `npm run texts` from the catalogues of the web. */
export const PUSH_TEXTS: Readonly<Record<PushLanguage, Readonly<Record<string, string>>>> = {
  en: {},
  pcm: {
    'You paid {amount}.': 'You pay {amount}.',
    'Your payment has arrived.': 'Your payment don reach.',
    '{amount} came back.': '{amount} don come back.',
    '{amount} is back in your wallet.': '{amount} don enter your wallet back.',
    '{amount} is in your wallet': '{amount} don enter your wallet',
    '{amount} was returned to your wallet.': 'Dem don return {amount} to your wallet.',
    '{thing} delivered': '{thing} don deliver',
    '{thing} not delivered': '{thing} no deliver',
    '{thing} taken back': 'Dem don collect {thing} back',
  },
};
