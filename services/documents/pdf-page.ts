import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';
import type { Brand } from '../contracts/brand/brand.js';

/** Use the fonts DejaVu, because the standard fonts of PDF have no naira sign. */
const fonts = createRequire(import.meta.url);
const REGULAR = fonts.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf');
const BOLD = fonts.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf');

export const MARGIN = 48;
export const INK = '#17211d';
export const QUIET = '#5b6b64';
export const LINE = '#d5ddd9';

export type Page = InstanceType<typeof PDFDocument>;

export type Letterhead = Pick<Brand, 'name' | 'colour'>;

export async function pdfPage(
  title: string,
  { name, colour }: Letterhead,
  draw: (page: Page) => void,
): Promise<Buffer> {
  const page = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    bufferPages: true,
    // Write PDF 1.7, because earlier versions cannot contain attached files. The default of
    // `pdfkit` is 1.3.
    pdfVersion: '1.7',
    info: { Title: title, Creator: name },
    lang: 'en-NG',
  });
  page.registerFont('regular', REGULAR).registerFont('bold', BOLD);
  const chunks: Buffer[] = [];
  const ended = new Promise<void>((resolve, reject) => {
    page.on('data', (chunk: Buffer) => chunks.push(chunk));
    page.on('end', resolve);
    page.on('error', reject);
  });
  page.font('bold').fontSize(11).fillColor(colour).text(name);
  page.moveDown(0.6).fontSize(18).fillColor(INK).text(title);
  draw(page);
  page.end();
  await ended;
  return Buffer.concat(chunks);
}

/** Width between the margins in points. */
export const widthOf = (page: Page): number => page.page.width - 2 * MARGIN;

export function rule(page: Page): void {
  page
    .moveTo(MARGIN, page.y)
    .lineTo(page.page.width - MARGIN, page.y)
    .lineWidth(0.5)
    .strokeColor(LINE)
    .stroke();
}
