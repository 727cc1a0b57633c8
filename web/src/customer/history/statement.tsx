import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { STATEMENT_FORMATS, STATEMENT_PATH } from '../../../../services/contracts/history.contract.js';
import { DownloadLink, type DownloadOutcome } from '../../domain/download-link.js';
import { msg, t } from '../../languages/language.js';
import { Notice } from '../../ui/feedback/notice.js';
import { dayText, lagosToday } from '../../ui/format.js';
import { datePresets } from './date-presets.js';
import classes from './history.module.css';

interface Period {
  readonly from: string;
  readonly to: string;
}

const PERIODS = { this: msg('This month'), last: msg('Last month'), chosen: msg('Chosen days') };
type PeriodName = keyof typeof PERIODS;
const PERIOD_NAMES = Object.keys(PERIODS) as PeriodName[];

function periodOf(name: PeriodName, chosen: Period): Period {
  const presets = datePresets();
  const named = name === 'chosen' ? undefined : presets.find(({ label }) => label === t(PERIODS[name]));
  if (named) return { from: named.from, to: named.to };
  const today = presets[0]?.to ?? '';
  const to = chosen.to || (chosen.from > today ? chosen.from : today);
  return { from: chosen.from || `${to.slice(0, 7)}-01`, to };
}

const isEmpty = async ({ name, content }: { name: string; content: Blob }): Promise<boolean> =>
  name.endsWith('.csv') && !(await content.text()).trim().includes('\n');

interface StatementProps {
  readonly listed: Period;
}

export function Statement({ listed }: StatementProps) {
  const filtered = Boolean(listed.from || listed.to);
  const [picked, setPicked] = useState<PeriodName>();
  const [typed, setTyped] = useState<Period>();
  const [notice, setNotice] = useState<{ readonly tone: 'good' | 'bad'; readonly text: string }>();
  const name = picked ?? (filtered ? 'chosen' : 'this');
  const period = periodOf(name, typed ?? listed);
  const backwards = period.from > period.to;
  const query = new URLSearchParams({ ...period }).toString();
  const words = t('{from} to {to}', { from: dayText(period.from), to: dayText(period.to) });
  const choose = (days: Partial<Period>): void => {
    setTyped({ ...period, ...days });
    setNotice(undefined);
  };
  const tell = async (outcome: DownloadOutcome | undefined): Promise<void> => {
    if (!outcome) return setNotice(undefined);
    if ('problem' in outcome) return setNotice({ tone: 'bad', text: outcome.problem });
    const empty = await isEmpty(outcome.saved);
    const text = empty
      ? t('Nothing moved in your wallet from {words}: the file has only its titles.', { words })
      : t('Your statement from {words} is saved.', { words });
    setNotice({ tone: 'good', text });
  };
  return (
    <div className={classes.statement} role="group" aria-label={t('Download the statement')}>
      <NativeSelect
        label={t('Statement')}
        value={name}
        data={PERIOD_NAMES.map((one) => ({ value: one, label: t(PERIODS[one]) }))}
        onChange={(event) => {
          setPicked(PERIOD_NAMES.find((one) => one === event.currentTarget.value));
          setNotice(undefined);
        }}
      />
      {name === 'chosen' ? (
        <>
          <TextInput
            label={t('First day')}
            type="date"
            max={lagosToday()}
            value={period.from}
            onChange={(event) => choose({ from: event.currentTarget.value })}
          />
          <TextInput
            label={t('Last day')}
            type="date"
            max={lagosToday()}
            value={period.to}
            error={backwards ? t('Before the first day.') : undefined}
            onChange={(event) => choose({ to: event.currentTarget.value })}
          />
        </>
      ) : null}
      <p className={classes.period}>
        <span>{t('Everything that moved in your wallet')}</span>
        <strong>{words}</strong>
      </p>
      <div className={classes.files}>
        {STATEMENT_FORMATS.map((format) => (
          <DownloadLink
            key={format}
            href={`${STATEMENT_PATH}${format}?${query}`}
            disabled={backwards}
            onOutcome={(outcome) => void tell(outcome)}
          >
            {format.toUpperCase()} <span className="nl-hidden">{t('statement')}</span>
          </DownloadLink>
        ))}
      </div>
      {notice ? (
        <div className={classes.notice}>
          <Notice tone={notice.tone}>{notice.text}</Notice>
        </div>
      ) : null}
    </div>
  );
}
