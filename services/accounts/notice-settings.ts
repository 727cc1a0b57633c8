import type { NoticeSettings } from './user.events.js';
import type { User } from './user.state.js';

/** What a person gets who never said anything. */
const ALL_NOTICES: NoticeSettings = { delivered: true, refunded: true };

/** Which mails about purchases a person wants. */
export const noticesOf = (user: Pick<User, 'notices'>): NoticeSettings => user.notices ?? ALL_NOTICES;
