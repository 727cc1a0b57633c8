import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { t } from '../languages/language.js';
import classes from './plain-page.module.css';
import { titlePage } from '../languages/brand.js';

export default function NotFoundPage() {
  useEffect(() => {
    titlePage(t('Page not found'));
  }, []);
  return (
    <main className={classes.plain}>
      <p className={classes.figure} aria-hidden="true">
        404
      </p>
      <h1>{t('We cannot find this page')}</h1>
      <p>{t('The address may be mistyped, or the page has moved.')}</p>
      <Link className={classes.link} to="/home">
        {t('Go to the homepage')}
      </Link>
    </main>
  );
}
