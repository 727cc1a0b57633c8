import type { Argument, Command, Option } from 'commander';
import { ledgerProgram } from '../program.js';
import { code, page, paragraph, sentence, table } from './markdown.js';

const INTRO = `\`npm run ledger -- <command>\` works on the stores that the [settings](settings.md) name: the standalone
ledger of \`DATA_DIR\`, or the stores of a cluster. In a container the same is \`dist/app/ledger.js <command>\`.`;
const CODES = [
  ['0', 'The command did what it should, and found nothing wrong.'],
  ['1', 'It found something wrong, or could not do it.'],
  [
    '2',
    'It is not known: a command that judges the ledger could not finish. Also a mistyped command or option.',
  ],
  [
    '130, 143',
    'It was interrupted by SIGINT (Ctrl-C) or SIGTERM. Commands that judge the ledger end with 2 instead.',
  ],
];

export function commandLinePage(): string {
  const program = ledgerProgram({ print() {}, complain() {}, begin() {} });
  return page(
    'Command line',
    paragraph(INTRO),
    paragraph(program.commands.map((command) => linkTo(command.name())).join(', ') + '.'),
    '## Exit codes',
    table(['code', 'meaning'], CODES),
    ...program.commands.flatMap((command) => sectionsOf(command, [])),
  );
}

const linkTo = (name: string): string => `[${name}](#${name})`;

function sectionsOf(command: Command, parents: readonly string[]): string[] {
  const names = [...parents, command.name()];
  const options = command.options.filter(({ hidden }) => !hidden);
  return [
    `## ${names.join(' ')}`,
    paragraph(sentence(command.description())),
    ...(command.commands.length === 0
      ? [`\`\`\`sh\nnpm run ledger -- ${usageOf(command, names)}\n\`\`\``]
      : []),
    ...(options.length > 0 ? [table(['option', 'meaning'], options.map(rowOf))] : []),
    ...command.commands.flatMap((child) => sectionsOf(child, names)),
  ];
}

const usageOf = ({ registeredArguments, options }: Command, names: readonly string[]): string =>
  [
    ...names,
    ...registeredArguments.map(argumentOf),
    ...options.filter(({ mandatory }) => mandatory).map(({ flags }) => flags),
    ...(options.some(({ mandatory }) => !mandatory) ? ['[options]'] : []),
  ].join(' ');

const argumentOf = (argument: Argument): string =>
  argument.required ? `<${argument.name()}>` : `[${argument.name()}]`;

function rowOf({ flags, description, mandatory, argChoices, defaultValue }: Option): string[] {
  const notes = [
    ...(mandatory ? ['required'] : []),
    ...(argChoices ? [argChoices.join(', ')] : []),
    ...(defaultValue === undefined ? [] : [`default ${String(defaultValue)}`]),
  ];
  return [code(flags), [description, ...notes].filter((note) => note !== '').join('; ')];
}
