import { over } from './appends.js';
import type { PlantedFault } from '../wiring.js';

export const READ_MODEL_FAULTS: readonly PlantedFault[] = [
  {
    name: 'R4',
    what: 'of two who project, the one that was replaced while it slept still writes',
    foundBy: 72,
    wiring: {
      readModels: (server) => {
        server.guarded = false;
      },
    },
  },
  {
    name: 'skip-a-batch',
    what: 'what was under way when a projector took office counts as applied',
    foundBy: 2,
    wiring: {
      writer: (writer) => {
        let isFirst = true;
        return over(writer, {
          applyAll(batches) {
            const skipped = isFirst && batches.some(({ from }) => from > 0);
            isFirst = false;
            return writer.applyAll(
              skipped ? batches.map((batch) => ({ ...batch, operations: [] })) : batches,
            );
          },
        });
      },
    },
  },
  {
    name: 'apply-twice',
    what: 'rows do not say which batch wrote them, so that one that was cut short is added again',
    foundBy: 18,
    wiring: {
      readModels: (server) => {
        const write = server.write.bind(server);
        server.write = (view, generation, rows) =>
          write(
            view,
            generation,
            rows.map((row) => ({ ...row, whole: true, after: { ...row.after, position: 0n } })),
          );
      },
    },
  },
  {
    name: 'forget-unfinished',
    what: 'a batch that was cut short is begun again with other events',
    foundBy: 18,
    wiring: { writer: (writer) => over(writer, { unfinished: () => Promise.resolve(undefined) }) },
  },
  {
    name: 'forget-parked',
    what: 'a projector that starts does not know what is kept apart',
    foundBy: 16,
    wiring: { writer: (writer) => over(writer, { parkedKeys: () => Promise.resolve([]) }) },
  },
  {
    name: 'lose-a-row',
    what: 'of what a projector writes of purchases that came to nothing, nothing arrives',
    foundBy: 2,
    compare: true,
    wiring: {
      readModels: (server) => {
        const write = server.write.bind(server);
        server.write = (view, generation, rows) =>
          write(
            view,
            generation,
            rows.filter(({ after }) => after.row['status'] !== 'Refunded'),
          );
      },
    },
  },
  {
    name: 'compare-two-moments',
    what: 'compare takes the position of a view from before it read the rows, and never looks again',
    foundBy: 593,
    wiring: {
      comparing: (shown) => {
        const seen = new Map<string, Promise<number>>();
        return over(shown, {
          checkpoint(view) {
            const known = seen.get(view.name) ?? shown.checkpoint(view);
            seen.set(view.name, known);
            return known;
          },
        });
      },
    },
  },
  {
    name: 'seal-too-much',
    what: 'a seal says that it covers an event more than it does',
    foundBy: 2,
    verify: 'seal-size',
    wiring: {
      store: (store) =>
        over(store, {
          append: (stream, head, events) =>
            store.append(
              stream,
              head,
              events.map((event) =>
                event.type === 'LedgerSealed'
                  ? { ...event, data: { ...event.data, treeSize: Number(event.data['treeSize']) + 1 } }
                  : event,
              ),
            ),
        }),
    },
  },
];
