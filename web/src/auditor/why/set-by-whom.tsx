import { Link } from 'react-router-dom';
import { count, lagosTime } from '../../ui/format.js';
import classes from '../audit.module.css';
import { type AuditEventRow, eventPath, placeOf } from '../audit.api.js';
import { actorWords, SET_WORDS, type SetBy, type Why } from './why-words.js';

export const EventLink = ({ of }: { readonly of: AuditEventRow }) => (
  <Link to={eventPath(placeOf(of))}>
    {of.type}, {of.position === null ? `${count(of.revision)} of its stream` : `event ${count(of.position)}`}
  </Link>
);

interface SetByWhomProps {
  readonly set: SetBy;
  readonly people: Why['people'];
}

export function SetByWhom({ set, people }: SetByWhomProps) {
  const { by, event, scheduledBy } = set;
  if (by !== 'event' || !event)
    return <span className={classes.soft}>{by === 'event' ? '' : SET_WORDS[by]}</span>;
  return (
    <span className={classes.soft}>
      Set by {actorWords(event.actor, people)}, {lagosTime(event.at)} · <EventLink of={event} />
      {scheduledBy ? (
        <>
          , as scheduled {lagosTime(scheduledBy.at)} · <EventLink of={scheduledBy} />
        </>
      ) : null}
    </span>
  );
}
