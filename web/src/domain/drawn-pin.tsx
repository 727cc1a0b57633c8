import { PIN_LENGTH } from './pin-field.js';
import classes from './pin-field.module.css';

/** A PIN of which so many digits are typed, in pictures of the product: nothing can be typed into it. */
export const DrawnPin = ({ typed }: { readonly typed: number }) => (
  <div className={classes.boxes}>
    {Array.from({ length: PIN_LENGTH }, (_, place) => (
      <span key={place}>{place < typed ? '•' : ''}</span>
    ))}
  </div>
);
