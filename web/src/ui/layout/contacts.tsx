import { brand } from '../../languages/brand.js';
import classes from './brand.module.css';

export const Contacts = () => (
  <p className={classes.contacts}>
    {brand().contacts.map(([text, link]) => (
      <a key={text} href={link}>
        {text}
      </a>
    ))}
  </p>
);
