import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import type { LegalPage as Page } from '../../../../services/contracts/brand/legal-pages.js';
import type { CallAnswer } from '../../../../services/contracts/calls.js';
import { api, reading } from '../../api/base-api.js';
import { failureOf } from '../../api/failure.js';
import { LegalText } from '../../domain/legal/legal-text.js';
import { LoadError } from '../../domain/load-error.js';
import { titlePage } from '../../languages/brand.js';
import { t } from '../../languages/language.js';
import { SkeletonRows } from '../../ui/feedback/loading.js';
import { LanguageSwitch } from '../../ui/form/language-switch.js';
import { lagosDay } from '../../ui/format.js';
import { Brand } from '../../ui/layout/brand.js';
import { Contacts } from '../../ui/layout/contacts.js';
import { legalTitle } from '../../ui/layout/legal-title.js';
import classes from './legal-page.module.css';

const { useLegalPageQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    legalPage: build.query<CallAnswer<'legalPage'>, Page>({
      query: (page) => reading('legalPage', { legal_page: page }),
    }),
  }),
});

export default function LegalPage({ page }: { readonly page: Page }) {
  const title = legalTitle(page);
  useEffect(() => {
    titlePage(title);
  }, [title]);
  return (
    <div className={classes.page}>
      <header>
        <Link to="/" className={classes.home}>
          <Brand />
        </Link>
      </header>
      <main>
        <h1>{title}</h1>
        <Published page={page} />
      </main>
      <footer className={classes.footer}>
        <Contacts />
        <LanguageSwitch />
      </footer>
    </div>
  );
}

function Published({ page }: { readonly page: Page }) {
  const { currentData: data, error, refetch } = useLegalPageQuery(page);
  if (data)
    return (
      <>
        <p className={classes.version}>
          {t('Version {number} of {day}', { number: data.version, day: lagosDay(data.published_at) })}
        </p>
        <LegalText text={data.text} />
      </>
    );
  if (failureOf(error)?.code === 'NOT_FOUND') return <p>{t('There is no such page here.')}</p>;
  if (error)
    return (
      <LoadError error={error} fallback={t('The page could not be loaded.')} onRetry={() => void refetch()} />
    );
  return <SkeletonRows rows={8} label={t('Loading the page')} />;
}
