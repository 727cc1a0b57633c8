import type { PushLanguage } from '../../contracts/devices/push.contract.js';

/** What push messages say, by what they say in English. Written by `npm run texts` from the catalogues of the web. */
export const PUSH_TEXTS: Readonly<Record<PushLanguage, Readonly<Record<string, string>>>> = {
  en: {},
  pcm: {
    Airtime: 'Airtime',
    'BVN verification': 'BVN verification',
    'Bank transfer': 'Bank transfer',
    'Bet funding': 'Bet funding',
    'Bulk SMS': 'Bulk SMS',
    'Cable TV': 'Cable TV',
    Data: 'Data',
    Electricity: 'Electricity',
    'Exam pins': 'Exam pins',
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
