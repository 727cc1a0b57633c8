import { Link } from 'react-router-dom';
import { useProducts, type Product } from '../../domain/products.js';
import { TileIcon } from '../../domain/service-tile.js';
import classes from './service-grid.module.css';

/** Everything that can be bought, one tap away and in sight with the wallet on the smallest phone. */
export function ServiceGrid() {
  const products: readonly Product[] = Object.values(useProducts());
  return (
    <nav aria-label="Buy">
      <ul className={classes.grid}>
        {products.map(({ service, name, Icon, paths: [to] }) => (
          <li key={service}>
            <Link to={to} className={classes.tile}>
              <TileIcon Icon={Icon} />
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
