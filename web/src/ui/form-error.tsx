import { useEffect, useRef } from 'react';
import { Notice } from './notice.js';

/** What is wrong with a whole form; focus goes there, because the button that was pressed may be below the fold. */
export function FormError({ message }: { readonly message: string | undefined }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (message) box.current?.focus();
  }, [message]);
  return message ? (
    <div ref={box} tabIndex={-1}>
      <Notice tone="bad">{message}</Notice>
    </div>
  ) : null;
}
