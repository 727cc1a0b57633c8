import { Button, NativeSelect } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useDispatch } from 'react-redux';
import type { AuditAnswer } from '../../../services/contracts/admin/audit.contract.js';
import { auditRead } from '../api/audit-read.js';
import { saveFile } from '../domain/download-link.js';
import { Notice } from '../ui/feedback/notice.js';
import { count, lagosTime } from '../ui/format.js';
import { growsOutOf } from './browser-proofs.js';
import classes from './audit.module.css';

type Seal = AuditAnswer<'seals'>['seals'][number];
type Proof = AuditAnswer<'consistency'>['proof'];

interface Compared {
  readonly proof: Proof;
  readonly first: Seal;
  readonly second: Seal;
  readonly holds: boolean | undefined;
}

const nameOf = ({ treeSize, at }: Seal): string => `${count(treeSize)} events, ${lagosTime(at)}`;

export function CompareSeals({ seals }: { readonly seals: readonly Seal[] }) {
  const dispatch = useDispatch();
  const [chosen, setChosen] = useState<readonly [number, number]>([
    seals.at(-1)!.revision,
    seals[0]!.revision,
  ]);
  const [compared, setCompared] = useState<Compared>();
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const compare = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const [first, second] = chosen
      .map((revision) => seals.find((seal) => seal.revision === revision)!)
      .sort((one, other) => one.treeSize - other.treeSize) as [Seal, Seal];
    setBusy(true);
    setProblem('');
    setCompared(undefined);
    const { signal } = new AbortController();
    const sizes = { first: first.treeSize, second: second.treeSize };
    const result = await auditRead('consistency', sizes, { signal, dispatch });
    if ('data' in result) {
      const { proof } = result.data;
      setCompared({ proof, first, second, holds: await growsOutOf(first, second, proof.path) });
    } else setProblem(result.failure.message);
    setBusy(false);
  };
  const options = seals.map((seal) => ({ value: String(seal.revision), label: nameOf(seal) }));
  return (
    <div className={classes.stack}>
      <form className={classes.filters} onSubmit={(event) => void compare(event)}>
        {(['One seal', 'Another'] as const).map((label, index) => (
          <NativeSelect
            key={label}
            label={label}
            data={options}
            value={String(chosen[index])}
            onChange={({ currentTarget: { value } }) =>
              setChosen(([one, other]) => (index === 0 ? [Number(value), other] : [one, Number(value)]))
            }
          />
        ))}
        <Button type="submit" loading={busy}>
          Compare
        </Button>
      </form>
      {problem ? <Notice tone="bad">{problem}</Notice> : null}
      {compared ? <Outcome {...compared} /> : null}
    </div>
  );
}

function Outcome({ proof, first, second, holds }: Compared) {
  const [smaller, larger] = [count(first.treeSize), count(second.treeSize)];
  return (
    <Notice
      tone={holds === true ? 'good' : holds === false ? 'bad' : 'info'}
      title={
        holds === false
          ? `The ledger of ${larger} events does not begin with the one of ${smaller} that was sealed.`
          : `The ledger of ${larger} events begins with the one of ${smaller}.`
      }
      action={
        <Button
          size="sm"
          variant="default"
          onClick={() =>
            saveFile(
              `consistency-${first.treeSize}-${second.treeSize}.json`,
              new Blob([JSON.stringify(proof)], { type: 'application/json' }),
            )
          }
        >
          Save the proof
        </Button>
      }
    >
      {holds === undefined
        ? 'This browser cannot check the proof here: save it.'
        : `Your browser computed both roots from ${count(proof.path.length)} hashes.`}
    </Notice>
  );
}
