import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { useMay, useSignedIn } from '../../api/use-signed-in.js';
import { DocsIcon, HistoryIcon, LogoutIcon, ProfileIcon, WarningIcon } from '../../ui/icons.js';
import { textOf } from '../../languages/language.js';
import { PRODUCTS } from '../products.js';
import { KeyControl } from '../shell/keys/key-control.js';
import { fitting, type Found, pageOf, Palette } from '../shell/keys/palette.js';
import type { Place } from '../shell/keys/shortcuts.js';
import { navigationOf } from './admin-navigation.js';
import type { AdminPath } from './admin-paths.js';
import { signOutAdministrator } from './admin-sign-out.js';

const PLACES: readonly (Place & { readonly to: AdminPath })[] = [
  { key: 'h', to: '/admin-area', name: 'Admin home' },
  { key: 's', to: '/stat', name: 'Sales' },
  { key: 'v', to: '/switch-api', name: 'API switch' },
  { key: 'o', to: '/operations', name: 'Operations' },
  { key: 't', to: '/adminthistory', name: 'All transactions' },
  { key: 'f', to: '/failedtransaction', name: 'Failed transactions' },
  { key: 'c', to: '/completeexternal', name: 'Completed transactions' },
  { key: 'm', to: '/money-desk', name: 'Money desk' },
  { key: 'a', to: '/approvals', name: 'Approvals' },
  { key: 'u', to: '/user-center', name: 'Users' },
  { key: 'l', to: '/activity', name: 'Activity log' },
  { key: 'p', to: '/admin-security', name: 'Your sign-in' },
];
const AUDITOR_PLACES: typeof PLACES = [
  { key: 'h', to: '/audit', name: 'Audit' },
  { key: 'e', to: '/audit/events', name: 'Events' },
  { key: 'r', to: '/audit/replay', name: 'Replay' },
  { key: 'b', to: '/audit/trial-balance', name: 'Trial balance' },
  ...PLACES.filter(({ key }) => key !== 'h'),
];
const SHOWN = 8;
const SEARCH_MIN = 3;

interface AdminPaletteProps {
  readonly onClose: () => void;
  readonly onKeys: () => void;
}

function AdminPalette({ onClose, onKeys }: AdminPaletteProps) {
  const [typed, setTyped] = useState('');
  const administrator = useSignedIn();
  const buys = useMay('finance');
  const dispatch = useDispatch();
  const pages: readonly Found[] = [
    ...navigationOf(administrator, {}).flatMap(({ title, items }) =>
      items.map(({ label, to, Icon }) => ({
        ...pageOf(label, to, Icon),
        ...(title && { text: textOf(title) }),
      })),
    ),
    ...(buys
      ? Object.values(PRODUCTS).map(({ house, name, Icon }) => ({
          ...pageOf(name, house.path, Icon),
          text: 'For the house',
        }))
      : []),
    pageOf('Keyboard', 'keys', DocsIcon, onKeys),
    pageOf('Logout', 'logout', LogoutIcon, () => void signOutAdministrator(dispatch)),
  ];
  const text = typed.trim();
  const lists = [
    pageOf(`Users with “${text}”`, `/user-center?${searchOf(text)}`, ProfileIcon),
    pageOf(`Transactions with “${text}”`, `/adminthistory?${searchOf(text)}`, HistoryIcon),
    pageOf(`Failed transactions with “${text}”`, `/failedtransaction?${searchOf(text)}`, WarningIcon),
  ];
  const groups = [
    { title: 'Pages', found: pages.filter(fitting(typed)).slice(0, SHOWN) },
    { title: 'Search', found: text.length < SEARCH_MIN ? [] : lists },
  ].filter(({ found }) => found.length > 0);
  return (
    <Palette
      what="Pages, users, transactions"
      typed={typed}
      groups={groups}
      onClose={onClose}
      searching={false}
      onTyped={setTyped}
    />
  );
}

const searchOf = (text: string): string => new URLSearchParams({ q: text }).toString();

export default function AdminKeyboard() {
  const places = useSignedIn().role === 'auditor' ? AUDITOR_PLACES : PLACES;
  return <KeyControl places={places} finds="Find pages, users and transactions" Palette={AdminPalette} />;
}
