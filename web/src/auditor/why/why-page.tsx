import { Button, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { LoadError } from '../../domain/load-error.js';
import { EmptyState } from '../../ui/feedback/empty-state.js';
import { SkeletonRows } from '../../ui/feedback/loading.js';
import { Notice } from '../../ui/feedback/notice.js';
import { Card, Page } from '../../ui/layout/page.js';
import classes from '../audit.module.css';
import { eventPath, placeOf, useAuditWhyQuery } from '../audit.api.js';
import { Ordered, Price } from './why-charge.js';
import { Followed, Rules, Vendors } from './why-rules.js';
import { VERDICTS, type Why } from './why-words.js';

export default function WhyPage() {
  const reference = useSearchParams()[0].get('reference') ?? '';
  return (
    <Page
      title="Why it was charged"
      lead="The rules a price came from, as they stood when it was ordered, and who had set them."
    >
      <Card>
        <Asking key={reference} reference={reference} />
      </Card>
      {reference === '' ? (
        <Card>
          <EmptyState title="No purchase is named">
            Enter its reference, or open it from one of its events.
          </EmptyState>
        </Card>
      ) : (
        <Explained key={reference} reference={reference} />
      )}
    </Page>
  );
}

function Asking({ reference }: { readonly reference: string }) {
  const setParams = useSearchParams()[1];
  const [typed, setTyped] = useState(reference);
  const ask = (event: FormEvent): void => {
    event.preventDefault();
    const named = typed.trim();
    setParams(named === '' ? {} : { reference: named });
  };
  return (
    <form className={classes.filters} role="search" onSubmit={ask}>
      <TextInput
        label="Reference"
        placeholder="NL…"
        value={typed}
        maxLength={64}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <div className={classes.buttons}>
        <Button type="submit">Explain it</Button>
      </div>
    </form>
  );
}

function Explained({ reference }: { readonly reference: string }) {
  const {
    currentData: why,
    error,
    refetch,
  } = useAuditWhyQuery(reference, { refetchOnMountOrArgChange: true });
  if (error)
    return <LoadError error={error} fallback="It could not be explained." onRetry={() => void refetch()} />;
  if (!why) return <SkeletonRows rows={8} label="Reading what the charge hangs on" />;
  return (
    <>
      <Judged why={why} />
      <Ordered why={why} />
      <Price why={why} />
      <Rules why={why} />
      <Vendors why={why} />
      <Followed why={why} />
    </>
  );
}

function Judged({ why }: { readonly why: Why }) {
  const { tone, title, says } = VERDICTS[why.verdict];
  return (
    <Notice
      tone={tone}
      title={title}
      action={why.change ? <Link to={eventPath(placeOf(why.change))}>The change</Link> : null}
    >
      {why.refused === '' ? says : `By the rules in force the order would have been refused: ${why.refused}`}
    </Notice>
  );
}
