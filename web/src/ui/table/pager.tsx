import { Button } from '@mantine/core';
import { count } from '../format.js';
import classes from './pager.module.css';

interface PagerProps {
  readonly page: number;
  readonly pages: number;
  /** More pages than we count. */
  readonly more: boolean;
  readonly onPage: (page: number) => void;
}

export function Pager({ page, pages, more, onPage }: PagerProps) {
  const go = (label: string, target: number) => {
    const off = target === page || target < 1 || (target > pages && !more);
    return (
      <Button
        variant="default"
        size="sm"
        data-disabled={off || undefined}
        aria-disabled={off || undefined}
        onClick={() => (off ? undefined : onPage(target))}
      >
        {label}
      </Button>
    );
  };
  return (
    <nav className={classes.pager} aria-label="Pages">
      {go('First', 1)}
      {go('Previous', page - 1)}
      <span role="status">
        {count(page)} of {count(pages)}
        {more ? '+' : ''}
      </span>
      {go('Next', page + 1)}
      {go('Last', pages)}
    </nav>
  );
}
