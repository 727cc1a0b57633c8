import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useEffect, useState, type FormEvent } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { AuditAnswer } from '../../../services/contracts/admin/audit.contract.js';
import type { CheckedProof } from '../../../services/contracts/proofs/receipt-proof.js';
import { failureOf } from '../api/failure.js';
import { saveFile } from '../domain/download-link.js';
import { LoadError } from '../domain/load-error.js';
import { SkeletonRows } from '../ui/feedback/loading.js';
import { Notice } from '../ui/feedback/notice.js';
import { count, lagosTime } from '../ui/format.js';
import { Card, Page } from '../ui/layout/page.js';
import { Command } from './anchoring.js';
import { eventPath, type Provable, useAuditProofQuery } from './audit.api.js';
import { checkedHere } from './browser-proofs.js';
import classes from './audit.module.css';

type Proof = NonNullable<AuditAnswer<'eventProof'>['proof']>;

/** Path of the page that verifies receipts. The page does not need the app, so a saved copy works offline. */
const VERIFIER = '/verify-receipt';
const CHECK = 'npm run ledger -- verify-proof proof.json --key PUBLIC_KEY';

function provableIn(params: URLSearchParams): Provable | undefined {
  const [position, reference] = [params.get('position') ?? '', params.get('reference') ?? ''];
  if (position !== '') return { position };
  return reference === '' ? undefined : { reference };
}

export default function ProofsPage() {
  const provable = provableIn(useSearchParams()[0]);
  return (
    <Page
      title="Proofs"
      lead="That an event or a receipt is in the sealed ledger, for whoever does not have the ledger."
      aside={<Link to="/audit/seals">Seals</Link>}
    >
      <Card>
        <Asking key={JSON.stringify(provable)} provable={provable} />
      </Card>
      {provable ? <Proven key={JSON.stringify(provable)} provable={provable} /> : null}
      <Card title="Check a proof elsewhere" className={classes.stack ?? ''}>
        <p className={classes.soft}>
          <a href={VERIFIER}>The verifier</a> is one page. Save it, and it checks a proof without a network
          and without us. On the command line, with the public key that you keep:
        </p>
        <Command text={CHECK} label="Copy the command that checks a proof" />
      </Card>
    </Page>
  );
}

const OF = [
  { value: 'reference', label: 'A receipt, by its reference' },
  { value: 'position', label: 'An event, by its position' },
];

function Asking({ provable }: { readonly provable: Provable | undefined }) {
  const setParams = useSearchParams()[1];
  const [of, setOf] = useState(provable && 'position' in provable ? 'position' : 'reference');
  const [typed, setTyped] = useState(Object.values(provable ?? {}).join(''));
  const ask = (event: FormEvent): void => {
    event.preventDefault();
    const named = typed.trim();
    setParams(named === '' ? {} : { [of]: named });
  };
  return (
    <form className={classes.filters} role="search" onSubmit={ask}>
      <NativeSelect
        label="Prove"
        value={of}
        data={OF}
        onChange={(event) => {
          setOf(event.currentTarget.value);
          setTyped('');
        }}
      />
      <TextInput
        label={of === 'position' ? 'Position' : 'Reference'}
        placeholder={of === 'position' ? '1204' : 'NL…'}
        value={typed}
        maxLength={64}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button type="submit">Prove it</Button>
    </form>
  );
}

function Proven({ provable }: { readonly provable: Provable }) {
  const { currentData, error, refetch, isFetching } = useAuditProofQuery(provable, {
    refetchOnMountOrArgChange: true,
  });
  const status = failureOf(error)?.http ?? 0;
  if (error)
    return (
      <LoadError
        error={error}
        fallback={
          !(status >= 400 && status < 500)
            ? 'The proof could not be loaded.'
            : 'position' in provable
              ? 'There is no proof of this event.'
              : 'There is no proof of this receipt.'
        }
        onRetry={() => void refetch()}
      />
    );
  if (!currentData) return <SkeletonRows rows={6} label="Making the proof" />;
  if (!currentData.proof)
    return (
      <Notice
        tone="info"
        title="No seal covers it yet"
        action={
          <Button size="sm" variant="default" disabled={isFetching} onClick={() => void refetch()}>
            Ask again
          </Button>
        }
      >
        The ledger is sealed every few seconds while there is something new, and this is newer than the last
        seal. That seal itself is covered by the next one.
      </Notice>
    );
  return <Shown proof={currentData.proof} name={Object.values(provable).join('')} />;
}

function Shown({ proof, name }: { readonly proof: Proof; readonly name: string }) {
  const { events, seal, publicKey } = proof;
  return (
    <>
      <Checked proof={proof} />
      <Card
        title="Proof"
        className={classes.stack ?? ''}
        aside={
          <Button
            size="xs"
            onClick={() =>
              saveFile(
                `proof-${name}.json`,
                new Blob([JSON.stringify(proof, null, 2)], { type: 'application/json' }),
              )
            }
          >
            Save as JSON
          </Button>
        }
      >
        <dl className={classes.facts}>
          <div>
            <dt>Sealed</dt>
            <dd>
              {count(seal.treeSize)} events, {lagosTime(seal.at)}
            </dd>
          </div>
          <div>
            <dt>Root</dt>
            <dd className={classes.mono}>{seal.rootHash}</dd>
          </div>
          <div>
            <dt>Signature</dt>
            <dd className={classes.mono}>{seal.signature}</dd>
          </div>
          <div>
            <dt>Public key</dt>
            <dd className={classes.mono}>{publicKey}</dd>
          </div>
        </dl>
        {events.map(({ position, hash, path }) => (
          <section key={position} className={classes.section} aria-label={`Event ${position}`}>
            <h3>
              <Link to={eventPath({ position })}>Event {count(position)}</Link>
            </h3>
            <dl className={classes.facts}>
              <div>
                <dt>Hash</dt>
                <dd className={classes.mono}>{hash}</dd>
              </div>
              <div>
                <dt>The way up</dt>
                <dd>
                  <ol className={classes.mono}>
                    {path.map((sibling) => (
                      <li key={sibling}>{sibling}</li>
                    ))}
                  </ol>
                  {path.length === 0 ? <span className={classes.soft}>It is the whole tree.</span> : null}
                </dd>
              </div>
            </dl>
          </section>
        ))}
      </Card>
    </>
  );
}

function Checked({ proof }: { readonly proof: Proof }) {
  const [checked, setChecked] = useState<CheckedProof>();
  useEffect(() => {
    let here = true;
    void checkedHere(proof).then((outcome) => {
      if (here) setChecked(outcome);
    });
    return () => {
      here = false;
    };
  }, [proof]);
  if (!checked) return null;
  return (
    <Notice
      tone={checked.valid ? 'good' : 'bad'}
      title={checked.valid ? 'Your browser checked it, and every part holds.' : 'A part of it does not hold.'}
    >
      {[...new Set(checked.parts.filter(({ ok }) => ok === checked.valid).map(({ says }) => says))].join(' ')}
    </Notice>
  );
}
