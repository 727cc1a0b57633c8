import { useEffect, type ReactNode } from 'react';
import { t } from '../../languages/language.js';
import { LanguageSwitch } from '../form/language-switch.js';
import { Brand, Guilloche } from './brand.js';
import { Contacts } from './contacts.js';
import classes from './entry-frame.module.css';
import { brand, titlePage } from '../../languages/brand.js';

interface EntryFrameProps {
  readonly title: string;
  readonly lead: string;
  /** True when `LanguageSwitch` is hidden. Pages for administrators exist only in English. */
  readonly staff?: boolean;
  readonly children: ReactNode;
}

export function EntryFrame({ title, lead, staff = false, children }: EntryFrameProps) {
  useEffect(() => {
    titlePage(title);
  }, [title]);
  return (
    <div className={classes.page}>
      <div className={classes.art} aria-hidden="true">
        <Guilloche className={classes.guilloche} />
        <p>{brand().headline || t('Every naira, written down.')}</p>
      </div>
      <main className={classes.main}>
        <div className={classes.column}>
          <Brand />
          <div>
            <h1>{title}</h1>
            <p className={classes.lead}>{lead}</p>
          </div>
          {children}
          {staff ? null : <LanguageSwitch />}
          <Contacts />
        </div>
      </main>
    </div>
  );
}

export function EntryLinks({ children }: { readonly children: ReactNode }) {
  return <p className={classes.links}>{children}</p>;
}
