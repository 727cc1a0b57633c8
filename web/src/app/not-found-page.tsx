import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import classes from './plain-page.module.css';

export function NotFoundPage() {
  useEffect(() => {
    document.title = 'Page not found · Naira Ledger';
  }, []);
  return (
    <main className={classes.plain}>
      <p className={classes.figure} aria-hidden="true">
        404
      </p>
      <h1>We cannot find this page</h1>
      <p>The address may be mistyped, or the page has moved.</p>
      <Link className={classes.link} to="/home">
        Go to the homepage
      </Link>
    </main>
  );
}
