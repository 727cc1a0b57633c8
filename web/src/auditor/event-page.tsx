import { Link, useSearchParams } from 'react-router-dom';
import { EmptyState } from '../ui/feedback/empty-state.js';
import { Card, Page } from '../ui/layout/page.js';
import type { EventPlace } from './audit.api.js';
import { EventDetails } from './event-details.js';

const WHOLE = /^\d{1,9}$/;

function placeIn(params: URLSearchParams): EventPlace | undefined {
  const [position = '', stream = '', revision = ''] = ['position', 'stream', 'revision'].map(
    (name) => params.get(name) ?? '',
  );
  if (WHOLE.test(position)) return { position: Number(position) };
  return stream !== '' && WHOLE.test(revision) ? { stream, revision: Number(revision) } : undefined;
}

export default function EventPage() {
  const place = placeIn(useSearchParams()[0]);
  const title = !place
    ? 'Event'
    : 'position' in place
      ? `Event ${place.position}`
      : `Event ${place.revision}`;
  return (
    <Page title={title} aside={<Link to="/audit/events">All events</Link>}>
      <Card>
        {place ? (
          <EventDetails key={JSON.stringify(place)} place={place} />
        ) : (
          <EmptyState title="No event is named">Choose one from the list of all events.</EmptyState>
        )}
      </Card>
    </Page>
  );
}
