import { Link } from 'react-router-dom';

export const receiptOf = (reference: string): string => `/receipt/${encodeURIComponent(reference)}`;

interface ReceiptLinkProps {
  readonly reference: string;
  /** Whose receipt it leads to; empty for what has none. */
  readonly to: string;
}

/** A reference, which leads to the receipt where there is one. */
export function ReceiptLink({ reference, to }: ReceiptLinkProps) {
  return to ? (
    <Link to={receiptOf(to)} title={reference}>
      {reference}
    </Link>
  ) : (
    <span title={reference}>{reference}</span>
  );
}
