import { type Text, textOf } from '../../languages/language.js';
import classes from './tabs.module.css';

interface TabsProps<Value extends string> {
  readonly label: string;
  readonly tabs: readonly { readonly value: Value; readonly label: Text }[];
  readonly open: Value;
  readonly onOpen: (value: Value) => void;
}

export function Tabs<Value extends string>({ label, tabs, open, onOpen }: TabsProps<Value>) {
  return (
    <div className={classes.tabs} role="group" aria-label={label}>
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          aria-pressed={tab.value === open}
          onClick={() => onOpen(tab.value)}
        >
          {textOf(tab.label)}
        </button>
      ))}
    </div>
  );
}
