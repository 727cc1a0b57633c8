import { CheckIcon } from '../ui/icons.js';
import classes from './found-customer.module.css';

interface FoundCustomerProps {
  readonly name: string;
  readonly lines?: readonly string[];
}

/** Whom the provider knows under a number, large: the one chance to notice a wrong digit. */
export function FoundCustomer({ name, lines = [] }: FoundCustomerProps) {
  return (
    <div className={classes.found} role="status">
      <CheckIcon strokeWidth={2.5} />
      <div>
        <strong>{name}</strong>
        {lines.filter(Boolean).map((line) => (
          <span key={line}>{line}</span>
        ))}
      </div>
    </div>
  );
}
