import { PIN_LENGTH } from './pin-field.js';
import classes from './pin-field.module.css';

export const DrawnPin = ({ typed }: { readonly typed: number }) => (
  <div className={classes.boxes}>
    {Array.from({ length: PIN_LENGTH }, (_, place) => (
      <span key={place}>{place < typed ? '•' : ''}</span>
    ))}
  </div>
);
