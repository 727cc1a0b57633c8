import { NativeSelect, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import {
  LEGAL_BYTES_MAX,
  LEGAL_PAGES,
  type LegalPage,
} from '../../../../services/contracts/brand/legal-pages.js';
import { readLegalText, tidyLegalText } from '../../../../services/contracts/brand/legal-text.js';
import type { CallAnswer } from '../../../../services/contracts/calls.js';
import { api, reading } from '../../api/base-api.js';
import { useSend } from '../../api/use-send.js';
import { LegalText } from '../../domain/legal/legal-text.js';
import { LoadError } from '../../domain/load-error.js';
import { SkeletonRows } from '../../ui/feedback/loading.js';
import { toast } from '../../ui/feedback/toast.js';
import { BusyButton } from '../../ui/form/busy-button.js';
import { Form, FormError } from '../../ui/form/form.js';
import { lagosTime } from '../../ui/format.js';
import { Card } from '../../ui/layout/page.js';
import { legalTitle } from '../../ui/layout/legal-title.js';
import classes from './brand.module.css';

type OwnLegalPages = CallAnswer<'ownLegalPages'>;

const { useOwnLegalPagesQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    ownLegalPages: build.query<OwnLegalPages, void>({
      query: () => reading('ownLegalPages', {}),
      providesTags: ['Terms'],
    }),
  }),
});

export function LegalPagesCard({ maySet }: { readonly maySet: boolean }) {
  const { data, error, refetch } = useOwnLegalPagesQuery();
  const [page, setPage] = useState<LegalPage>('terms');
  const published = data?.pages.find((one) => one.page === page);
  return (
    <Card title="Legal pages">
      <div className={classes.fields}>
        <NativeSelect
          label="Page"
          size="md"
          data={LEGAL_PAGES.map((value) => ({ value, label: legalTitle(value) }))}
          value={page}
          onChange={(event) => setPage(event.currentTarget.value as LegalPage)}
        />
        {!data && error ? (
          <LoadError
            error={error}
            fallback="The legal pages could not be loaded."
            onRetry={() => void refetch()}
          />
        ) : null}
        {!data && !error ? <SkeletonRows rows={4} label="Loading the legal pages" /> : null}
        {data ? (
          <LegalForm
            key={`${page} ${published?.version}`}
            page={page}
            published={published}
            maySet={maySet}
          />
        ) : null}
      </div>
    </Card>
  );
}

interface LegalFormProps {
  readonly page: LegalPage;
  readonly published: OwnLegalPages['pages'][number] | undefined;
  readonly maySet: boolean;
}

function LegalForm({ page, published, maySet }: LegalFormProps) {
  const [text, setText] = useState(published?.text ?? '');
  const { send, busy, error, failure, clear } = useSend('publishLegalPage', {
    refused: 'The page was not published.',
    broken: 'No answer came back. Send it again: it is published once.',
  });
  const dispatch = useDispatch();
  const tidy = tidyLegalText(text);
  const fault = text === '' ? undefined : faultOf(tidy);
  const publish = async (): Promise<void> => {
    const answer = await send({ legal_page: page, text, version: published?.version ?? 0 });
    dispatch(api.util.invalidateTags(['Terms']));
    if (answer) toast(answer.message);
  };
  return (
    <Form onSend={publish}>
      <p className={classes.soft}>
        {published ? (
          <>
            Version {published.version} of {lagosTime(published.published_at)} is shown at{' '}
            <a href={`/${page}`} target="_blank" rel="noopener">
              /{page}
            </a>
            .
          </>
        ) : (
          'Not published yet.'
        )}{' '}
        New customers accept it when they register.
      </p>
      <Textarea
        label="Text"
        name="text"
        size="md"
        rows={14}
        maxLength={LEGAL_BYTES_MAX}
        description="Markdown without HTML: # headings, lists, **bold**, *italic* and [links](https://example.com)."
        readOnly={!maySet}
        value={text}
        error={fault ?? (failure?.field === 'text' ? failure.message : undefined)}
        onChange={(event) => {
          setText(event.currentTarget.value);
          clear();
        }}
      />
      {text !== '' && fault === undefined ? (
        <section className={classes.sample} aria-label="Preview">
          <LegalText text={tidy} />
        </section>
      ) : null}
      <FormError message={failure?.field ? undefined : error} />
      {maySet ? (
        <BusyButton busy={busy} busyText="Processing...">
          Publish
        </BusyButton>
      ) : null}
    </Form>
  );
}

function faultOf(text: string): string | undefined {
  try {
    readLegalText(text);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
