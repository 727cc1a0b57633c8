const COLUMNS = 100;

export const page = (title: string, ...parts: readonly string[]): string =>
  [`# ${title}`, '<!-- Generated from the code. To change it: npm run docs:reference -->', ...parts].join(
    '\n\n',
  ) + '\n';

export const code = (text: string): string => `\`${text}\``;

export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const lineOf = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replace(/\s+/g, ' ').replaceAll('|', '\\|')).join(' | ')} |`;
  return [lineOf(heads), `|${'---|'.repeat(heads.length)}`, ...rows.map(lineOf)].join('\n');
}

const UNBROKEN = /[^\s`[]*(?:`[^`]*`|\[[^\]]*\]\([^)]*\))\S*|\S+/g;

export function paragraph(text: string): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.replace(/\s+/g, ' ').match(UNBROKEN) ?? []) {
    if (line !== '' && line.length + word.length >= COLUMNS) {
      lines.push(line);
      line = '';
    }
    line += line === '' ? word : ` ${word}`;
  }
  return [...lines, line].join('\n');
}

export const sentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
