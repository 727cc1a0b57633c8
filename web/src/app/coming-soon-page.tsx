import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import classes from './plain-page.module.css';

/** An address of the product that is not open yet. `alone`: outside the frame of signed-in people. */
export default function ComingSoonPage({ alone = false }: { readonly alone?: boolean }) {
  useEffect(() => {
    document.title = 'Coming soon · Naira Ledger';
  }, []);
  const Frame = alone ? 'main' : 'div';
  return (
    <Frame className={classes.plain}>
      <h1>Coming soon</h1>
      <p>We are still building this page. Airtime, funding and your histories are ready to use.</p>
      <Link className={classes.link} to={alone ? '/login' : '/home'}>
        {alone ? 'Go to log in' : 'Go to the dashboard'}
      </Link>
    </Frame>
  );
}
