import { Button } from '@mantine/core';
import { LoadError } from '../domain/load-error.js';
import { count } from '../ui/format.js';
import type { Walk } from './use-walk.js';
import classes from './audit.module.css';

/** @param what plural noun, such as `events` */
const counted = (number: number, what: string): string =>
  `${count(number)} ${number === 1 ? what.slice(0, -1) : what}`;

function inAll(number: number, what: string): string {
  if (number === 0) return `No ${what}.`;
  return number === 1 ? `${counted(number, what)} in all.` : `All ${counted(number, what)}.`;
}

export function WalkEnd({ walk, what }: { readonly walk: Walk<unknown>; readonly what: string }) {
  const { rows, busy, done, failure, walked } = walk;
  if (failure)
    return <LoadError error={failure} fallback={`The ${what} could not be loaded.`} onRetry={walk.again} />;
  return (
    <div className={classes.walk}>
      <p role="status">
        {busy
          ? `Looking: ${count(rows.length)} found among ${count(walked)} events…`
          : done
            ? inAll(rows.length, what)
            : `${counted(rows.length, what)} among the ${count(walked)} events looked at.`}
      </p>
      {busy ? (
        <Button size="xs" variant="default" onClick={walk.stop}>
          Stop
        </Button>
      ) : done ? null : (
        <Button size="xs" variant="default" onClick={() => walk.more()}>
          Look further
        </Button>
      )}
    </div>
  );
}
