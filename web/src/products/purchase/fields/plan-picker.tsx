import { TextInput } from '@mantine/core';
import { useDeferredValue, useState } from 'react';
import { t } from '../../../languages/language.js';
import { naira } from '../../../ui/format.js';
import { SearchIcon } from '../../../ui/icons.js';
import { OptionPicker } from './option-picker.js';
import classes from './option-picker.module.css';

/** Number of plans above which a list gets a search field. */
const MANY = 8;

interface Plan {
  readonly id: string;
  readonly name: string;
  readonly price: number;
  readonly validity?: string;
}

interface PlanPickerProps {
  readonly name: string;
  readonly plans: readonly Plan[];
  readonly value: string;
  readonly onChange: (id: string) => void;
  readonly error?: string | undefined;
}

export function PlanPicker({ name, plans, value, onChange, error }: PlanPickerProps) {
  const [typed, setTyped] = useState('');
  const wanted = useDeferredValue(typed).trim().toLowerCase();
  const shown = plans
    .filter((plan) => plan.id === value || plan.name.toLowerCase().includes(wanted))
    .sort((one, other) => one.price - other.price);
  return (
    <div className={classes.picker}>
      {plans.length > MANY ? (
        <TextInput
          label={t('Find a plan')}
          type="search"
          size="md"
          maxLength={60}
          placeholder="1GB, 30 days"
          leftSection={<SearchIcon />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      ) : null}
      <div className={classes.list} data-long={plans.length > MANY || undefined}>
        <OptionPicker
          legend={t('Plan')}
          name={name}
          value={value}
          onChange={onChange}
          error={error}
          options={shown.map((plan) => ({
            value: plan.id,
            title: plan.name,
            text: plan.name.includes(plan.validity ?? '') ? undefined : plan.validity,
            aside: naira(plan.price),
          }))}
        />
        {shown.length === 0 ? <p role="status">{t('No plan has this in its name.')}</p> : null}
      </div>
    </div>
  );
}
