import type { brand } from '../../languages/brand.js';
import { type Message, msg, t } from '../../languages/language.js';

type LegalPage = ReturnType<typeof brand>['legal'][number];

const TITLES: Readonly<Record<LegalPage, Message>> = {
  terms: msg('Terms of service'),
  privacy: msg('Privacy policy'),
  refunds: msg('Refund policy'),
};

export const legalTitle = (page: LegalPage): string => t(TITLES[page]);
