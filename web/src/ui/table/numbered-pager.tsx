import { Button } from '@mantine/core';
import { count } from '../format.js';
import classes from './numbered-pager.module.css';

interface NumberedPagerProps {
  readonly page: number;
  readonly pages: number;
  readonly onPage: (page: number) => void;
}

const BESIDE = 2;

function numbersAround(page: number, pages: number): readonly (number | 'gap')[] {
  const near = Array.from({ length: pages }, (_, index) => index + 1).filter(
    (number) => number === 1 || number === pages || Math.abs(number - page) <= BESIDE,
  );
  return near.flatMap((number, index) => {
    const before = near[index - 1] ?? number - 1;
    return number - before > 1 ? (['gap', number] as const) : [number];
  });
}

export function NumberedPager({ page, pages, onPage }: NumberedPagerProps) {
  const button = (text: string, target: number, name?: string) => {
    const off = target < 1 || target > pages;
    const here = target === page;
    return (
      <Button
        key={text}
        variant={here ? 'filled' : 'default'}
        size="sm"
        aria-label={name}
        aria-current={here ? 'page' : undefined}
        data-disabled={off || undefined}
        aria-disabled={off || undefined}
        onClick={() => (off || here ? undefined : onPage(target))}
      >
        {text}
      </Button>
    );
  };
  return (
    <nav className={classes.pager} aria-label="Pages">
      {button('Previous', page - 1)}
      {numbersAround(page, pages).map((number, index) =>
        number === 'gap' ? (
          <span key={`gap-${index}`} aria-hidden="true">
            …
          </span>
        ) : (
          button(count(number), number, `Page ${count(number)}`)
        ),
      )}
      {button('Next', page + 1)}
    </nav>
  );
}
