import { brand } from '../../languages/brand.js';
import { legalTitle } from './legal-title.js';
import classes from './brand.module.css';

export const Contacts = () => (
  <p className={classes.contacts}>
    {brand().contacts.map(([text, link]) => (
      <a key={text} href={link}>
        {text}
      </a>
    ))}
    {brand().legal.map((page) => (
      <a key={page} href={`/${page}`}>
        {legalTitle(page)}
      </a>
    ))}
  </p>
);
