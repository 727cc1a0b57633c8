import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../languages/language.js';
import type { ChosenColumn, ChosenTable } from './use-table-choices.js';
import classes from './table-settings.module.css';

interface TableSettingsProps {
  readonly columns: readonly (ChosenColumn & { readonly header: string })[];
  readonly chosen: ChosenTable;
}

export function TableSettings({ columns, chosen }: TableSettingsProps) {
  const [open, setOpen] = useState(false);
  const { isShown, toggleColumn, dense, keys, choose } = chosen;
  const shown = columns.filter(isShown).length;
  return (
    <div className={classes.settings}>
      <Button variant="default" size="sm" aria-expanded={open} onClick={() => setOpen(!open)}>
        {t('Columns ({shown} of {all})', { shown, all: columns.length })}
      </Button>
      {open ? (
        <div className={classes.choices} role="group" aria-label={t('Columns and rows')}>
          {columns.map((column) => (
            <Checkbox
              key={column.id}
              label={column.header}
              checked={isShown(column)}
              disabled={shown === 1 && isShown(column)}
              onChange={() => toggleColumn(column)}
            />
          ))}
          <Checkbox
            label={t('Low rows')}
            checked={dense}
            onChange={(event) => choose({ dense: event.currentTarget.checked })}
          />
          <Checkbox
            label={t('Keys: j down, k up, Enter details, x select, / search')}
            checked={keys}
            onChange={(event) => choose({ keys: event.currentTarget.checked })}
          />
        </div>
      ) : null}
    </div>
  );
}
