import { type Act, ACTS, CUSTOMERS_A_DAY } from '../../administrators/acts/acts.js';
import { CALL_VIEWS, ROUTE_VIEWS, type View } from '../../administrators/visits/views.js';
import { CALLS, type Call, type CallName } from '../../contracts/calls.js';
import { code, page, paragraph, table } from './markdown.js';

const INTRO = `Every call by which an administrator moves money or power. \`owner\` may do everything. A limit of
a day is \`ADJUSTMENT_APPROVAL_LIMIT\`, and \`ALONE_DAILY_CAP\` for all administrators together: see
[Settings](settings.md). For 24 hours after a permission was given, nothing is below the limit, and \`updateUser\` saves only names.
Owners get a mail about the first limited act of each administrator in a day, and one when half of the limit is reached.
With the limit *customers*, an administrator changes at most ${CUSTOMERS_A_DAY} customers in the 24 hours that begin with the first.
A customer counts once in 24 hours.
Two administrators count as one person for 30 days after one of them gave the other a permission, while another
owner could agree. An owner whom the only owner made in these 30 days agrees to what the older owner asks for,
and the older owner to theirs.
Acts with *not new* need a permission that was given at least 24 hours ago: the answer says from when it works. A reason
there says why a new administrator does the act alone. Permissions
from \`ledger create-admin\` are never new. No owner takes access from an owner who gave them theirs in the last 30 days,
directly or through others. Anyone with access to the server can make an owner with \`ledger create-admin\`, so that a team is
never locked out.
Acts with *proof again* need a sign-in, a code or a device of the same session that is not older than
15 minutes. An administrator without a second factor gives the password again: otherwise anyone at an
open browser could do them. What the
only owner asks for happens after \`SOLE_OWNER_DELAY\` unless it is taken back, and every owner gets a mail. Owners whom they
made in the last 30 days do not end this. For these, the older owner has to agree.`;

const VIEWS = `Calls and addresses that show personal data to administrators and auditors. A view is an event in
the activity log, stored before the answer leaves. Views of the same data by the same person in the same hour are one
event for each api process. When no event can be stored, the answer is 503. Sign-ins are events, too. Refused sign-ins
of an account are counted, and stored at most once an hour without what was typed. All names that belong to no
administrator share one such event.
A right password that no second factor follows within ten minutes is counted in an event of its own.`;

const SECOND: Readonly<Record<Act['second'], string>> = {
  never: '',
  always: 'always',
  'above-limit': 'above the limit',
  'above-limit-or-had': 'above the limit, or when the customer may have the money already',
  'lower-cost': 'for a price below cost, or a lower cost',
  'other-plan': 'for a price below cost, a lower cost, a new plan, or another code at a vendor',
  'other-terms': 'for a higher commission, or a minimum or maximum that changes by more than 20 %',
  'account-or-charge': 'for another bank account, or a higher charge',
  link: 'for a link or a number',
  contacts: 'for other contacts, links or sender, or a name or text with a link or a number',
};

export function actsPage(): string {
  const rows = (Object.entries(ACTS) as [CallName, Act][]).filter(([, { moves }]) => moves !== 'nothing');
  const permission = (name: CallName): string => (CALLS[name] as Call).permission?.join(' or ') ?? '';
  const tableOf = (moves: Act['moves']): string =>
    table(
      ['act', 'permission', 'limit', 'second administrator', 'mail to', 'proof again', 'not new'],
      rows
        .filter(([, act]) => act.moves === moves)
        .map(([name, { limit, second, told, stepUp, settled, ofCustomer }]) => [
          code(name),
          permission(name),
          [limit === 'day' ? 'a day' : '', ofCustomer ? 'customers' : ''].filter(Boolean).join(', '),
          SECOND[second],
          told.join(', '),
          stepUp ? 'yes' : '',
          settled === true ? 'yes' : settled || '',
        ]),
    );
  const acts = [paragraph(INTRO), '## Money', tableOf('money'), '## Power', tableOf('power')];
  return page('Acts', ...acts, '## Views', paragraph(VIEWS), viewsTable());
}

function viewsTable(): string {
  const byShown = new Map<string, string[]>();
  for (const [name, view] of Object.entries<View | string>({ ...CALL_VIEWS, ...ROUTE_VIEWS }))
    if (typeof view !== 'string') byShown.set(view.shown, [...(byShown.get(view.shown) ?? []), code(name)]);
  return table(
    ['personal data', 'shown by'],
    Array.from(byShown, ([shown, shows]) => [shown, shows.join(', ')]),
  );
}
