import { NavLink } from 'react-router-dom';
import { useProducts } from '../../domain/products.js';
import classes from './history-tabs.module.css';

/** The one list, and what it can be narrowed to: each has its own address. */
export function HistoryTabs() {
  const services = Object.values(useProducts())
    .flatMap(({ name, history }) => (history ? [{ ...history, name }] : []))
    .sort((one, other) => one.position - other.position);
  const tabs = [
    { path: '/thistory', name: 'All' },
    { path: '/funding-history', name: 'Wallet funding' },
    ...services.map(({ path, name }) => ({ path, name })),
    { path: '/customhistory', name: 'Range of days' },
  ];
  return (
    <nav className={classes.tabs} aria-label="Histories">
      {tabs.map(({ path, name }) => (
        <NavLink key={path} to={path}>
          {name}
        </NavLink>
      ))}
    </nav>
  );
}
