import { Button } from '@mantine/core';
import { t } from '../../languages/language.js';
import { count } from '../format.js';
import classes from './pager.module.css';

interface PagerProps {
  readonly page: number;
  readonly pages: number;
  /** True when the server has stopped counting, so that there may be more than `pages` pages. */
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
    <nav className={classes.pager} aria-label={t('Pages')}>
      {go(t('First'), 1)}
      {go(t('Previous'), page - 1)}
      <span role="status">
        {t('{page} of {pages}', { page: count(page), pages: `${count(pages)}${more ? '+' : ''}` })}
      </span>
      {go(t('Next'), page + 1)}
      {go(t('Last'), pages)}
    </nav>
  );
}
