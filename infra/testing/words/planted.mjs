// Texts that break each rule of `findings.mjs`, and texts that look alike and break none.

const LONG = `The worker ${'reads the next event and '.repeat(8)}stops.`;
const TABLE_ROW = `| ${LONG} | ${LONG} |`;

/** The path that the text stands for, the text, and the one rule that it breaks. */
export const PLANTED = [
  ...'What Who Whose Where How That One It Its Those These They Whether None Nothing Whichever'
    .split(' ')
    .map((lead) => ['a.ts', `// ${lead} reads the log of events`, 'lead']),
  ['a.ts', '/** That which reads the log of events. */', 'lead'],
  ['a.ts', '/**\n * What reads the log\n * of all events.\n */', 'lead'],
  ['a.ts', '// What reads\n// the log of events', 'lead'],
  ['a.ts', 'const a = 1; // What reads the log of events', 'lead'],
  ['a.tsx', 'const a = <p>{/* What reads the log of events */}</p>;', 'lead'],
  ['a.mjs', '// Those that read the log of events', 'lead'],
  ['a.ts', '/** Whoever reads the log of events. */', 'lead,dialect'],
  ['a.ts', '// Nobody reads the log of events', 'lead,dialect'],
  ['a.ts', '// Somebody reads the log of events', 'lead,dialect'],
  ['a.ts', '// asks nobody', 'dialect'],
  ...[
    'The log for whoever asks.',
    'The log for whomever it is.',
    'The log, whatever it says.',
    'The log that somebody reads.',
    'The log begins anew after a restart.',
    'The log and the events therein.',
    'The customers, of whom there are many.',
    'The log of those who bought.',
    'The log for who asks.',
    'The order of two that bought.',
  ].flatMap((text) => [
    ['a.ts', `/** ${text} */`, 'dialect'],
    ['a.md', `# Log\n\n${text}`, 'dialect'],
    ['a.spec.ts', `it('reads ${text}', () => {});`, 'dialect'],
  ]),
  ...['Who', 'What', 'One', 'Those', 'who', 'what'].flatMap((lead) => [
    ['a.spec.ts', `describe('${lead} reads the log', () => {});`, 'lead'],
    ['a.spec.ts', `it.each([1])('${lead} reads %p', () => {});`, 'lead'],
    ['a.spec.ts', `test(\`${lead} reads \${1}\`, () => {});`, 'lead'],
    ['a.spec.ts', `describe.skip('${lead} reads', () => {});`, 'lead'],
  ]),
  ['a.md', LONG, 'long'],
  ['a.md', `- ${LONG.replaceAll(' and ', '\n  and ')}`, 'long'],
  ['a.md', `Short. **Bold.** ${LONG}`, 'long'],
];

export const HARMLESS = [
  ['a.ts', '// The process that reads the log of events'],
  ['a.ts', '// What it says'],
  ['a.ts', '// One-time codes end after five minutes'],
  ['a.ts', "const a = '// What reads the log of events';"],
  ['a.ts', 'const a = `/** What reads the log of ${b} // What reads the log of events */`;'],
  ['a.ts', 'const a = /[/]\\/\\/ What reads the log of events/;'],
  ['a.tsx', 'const a = <a href="https://x">https://x What reads the log of nobody</a>;'],
  ['a.ts', '/** Answers `nobody` where the name of the role is "nobody". */'],
  ['a.ts', '// oxlint-disable-next-line no-console -- whatever is printed here'],
  ['a.ts', '// @ts-expect-error whatever is not declared'],
  ['a.ts', '// The log is read;\n\n// so are events'],
  ['a.spec.ts', "it('refuses a hold when the wallet is frozen', () => {});"],
  ['a.spec.ts', "it(`${'What'} is read`, () => {});"],
  ['a.spec.ts', "it('is what customers read, and says whether it was', () => {});"],
  ['a.ts', "pattern.test('What reads the log of nobody');"],
  ['a.md', `# ${LONG}\n\n${TABLE_ROW}\n\n\`\`\`\n${LONG}\nnobody\n\`\`\`\n\n> ${LONG}`],
  ['a.md', `The text "${LONG}" and \`${LONG}\` and “${LONG}” are shown.`],
  ['a.md', 'The worker reads the next event. '.repeat(20)],
];
