import { formatNaira, type Kobo } from '../contracts/money.js';
import { shownText } from '../contracts/fields/plain-text.js';
import { lagosDayDisplay, lagosDisplay } from '../contracts/fields/lagos-day.js';
import { INK, type Letterhead, pdfPage, MARGIN, QUIET, rule, type Page } from './pdf-page.js';
import type { Statement, StatementLine } from './statement.js';

export interface StatementHead {
  readonly name: string;
  readonly from: string;
  readonly to: string;
}

interface Column {
  readonly title: string;
  readonly x: number;
  readonly width: number;
  readonly align: 'left' | 'right';
  readonly of: (line: StatementLine) => string;
}

const signed = (amount: Kobo): string =>
  amount < 0n ? `−${formatNaira(-amount)}` : `+${formatNaira(amount)}`;

const COLUMNS: readonly Column[] = [
  { title: 'Date', x: 0, width: 100, align: 'left', of: ({ at }) => lagosDisplay(at) },
  { title: 'Description', x: 104, width: 136, align: 'left', of: ({ description }) => description },
  { title: 'Reference', x: 250, width: 96, align: 'left', of: ({ reference }) => reference },
  { title: 'Amount', x: 350, width: 72, align: 'right', of: ({ amount }) => signed(amount) },
  { title: 'Balance', x: 426, width: 73, align: 'right', of: ({ balance }) => formatNaira(balance) },
];
const SIZE = 7.5;
const BOTTOM = 60;

export function statementPdf(
  { opening, closing, lines }: Statement,
  head: StatementHead,
  letterhead: Letterhead,
): Promise<Buffer> {
  return pdfPage('Statement of account', letterhead, (page) => {
    page.moveDown(0.4).font('regular').fontSize(10).fillColor(QUIET);
    page.text(
      `${shownText(head.name)}, ${lagosDayDisplay(head.from)} to ${lagosDayDisplay(head.to)}, Lagos time`,
    );
    page.moveDown(0.3).fillColor(INK);
    page.text(`Opening balance ${formatNaira(opening)}    Closing balance ${formatNaira(closing)}`);
    page.moveDown(0.8);
    titles(page);
    if (lines.length === 0)
      page.font('regular').fontSize(10).fillColor(QUIET).text('Nothing moved in this time.', MARGIN);
    for (const line of lines) {
      if (page.y + heightOf(page, line) > page.page.height - BOTTOM) {
        page.addPage();
        titles(page);
      }
      draw(page, line);
    }
    numberPages(page);
  });
}

function titles(page: Page): void {
  const top = page.y;
  page.font('bold').fontSize(SIZE).fillColor(QUIET);
  for (const { title, x, width, align } of COLUMNS) page.text(title, MARGIN + x, top, { width, align });
  page.y = top + 12;
  rule(page);
  page.y += 5;
}

const heightOf = (page: Page, line: StatementLine): number => {
  page.font('regular').fontSize(SIZE);
  return Math.max(...COLUMNS.map(({ of, width }) => page.heightOfString(of(line), { width }))) + 8;
};

function draw(page: Page, line: StatementLine): void {
  const top = page.y;
  const height = heightOf(page, line);
  page.fillColor(INK);
  for (const { of, x, width, align } of COLUMNS) page.text(of(line), MARGIN + x, top, { width, align });
  page.y = top + height - 4;
  rule(page);
  page.y += 4;
}

function numberPages(page: Page): void {
  const { start, count } = page.bufferedPageRange();
  for (let number = 0; number < count; number += 1) {
    page.switchToPage(start + number);
    // Remove the bottom margin. Otherwise the page number below the margin would start a new page.
    page.page.margins.bottom = 0;
    page.font('regular').fontSize(SIZE).fillColor(QUIET);
    page.text(`Page ${number + 1} of ${count}`, MARGIN, page.page.height - 34, {
      width: page.page.width - 2 * MARGIN,
      align: 'center',
      lineBreak: false,
    });
  }
}
