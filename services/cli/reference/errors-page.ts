import { STATUS_CODES } from 'node:http';
import { ERRORS, type ErrorCode } from '../../contracts/errors.js';
import { code, page, paragraph, table } from './markdown.js';

const INTRO = `Every failure is answered with the HTTP status below and a JSON body. Programs decide by \`code\`:
a message may change. Names in braces, such as \`{seconds}\`, are filled in.`;
const EXAMPLE = {
  status: false,
  code: 'VALIDATION_FAILED' satisfies ErrorCode,
  message: 'amount: must be a whole number',
  field: 'amount',
};
const FIELDS = `\`field\` names the faulty input. \`reference\` finds the line in the log of the server.
\`earlier_reference\` is the purchase that a \`POSSIBLE_DUPLICATE\` may repeat. \`policy\` is
the [limit of calls](../operating/capacity.md#limits-of-calls) that a 429 exceeds.`;

export function errorsPage(): string {
  const all = Object.entries(ERRORS).map(([name, [status, text]]) => ({
    name,
    status: Number(status),
    text,
  }));
  const statuses = [...new Set(all.map(({ status }) => status))].toSorted((one, other) => one - other);
  return page(
    'Errors',
    paragraph(INTRO),
    `\`\`\`json\n${JSON.stringify(EXAMPLE)}\n\`\`\``,
    paragraph(FIELDS),
    ...statuses.flatMap((status) => [
      `## ${status} ${STATUS_CODES[status] ?? ''}`.trim(),
      table(
        ['code', 'message'],
        all
          .filter((each) => each.status === status)
          .map(({ name, text }) => [code(name), text])
          .toSorted(([one = ''], [other = '']) => one.localeCompare(other)),
      ),
    ]),
  );
}
