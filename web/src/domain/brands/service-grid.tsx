import { Link } from 'react-router-dom';
import { t } from '../../languages/language.js';
import { useProducts, type Product } from '../products.js';
import classes from './service-grid.module.css';
import { TileIcon } from './service-tile.js';

export function ServiceGrid() {
  const products: readonly Product[] = Object.values(useProducts());
  return (
    <nav aria-label={t('Buy')} className={classes.frame}>
      <ul className={classes.grid}>
        {products.map(({ service, name, Icon, paths: [to] }) => (
          <li key={service}>
            <Link to={to} className={classes.tile}>
              <TileIcon Icon={Icon} />
              {t(name)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
