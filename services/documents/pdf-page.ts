import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';
import type { Brand } from '../contracts/brand/brand.js';
import { tinted } from '../contracts/brand/contrast.js';
import { DARK_PLATE, fitted, isWide, type LogoGround, type LogoSize } from '../contracts/brand/logo.js';

/** The standard fonts of PDF have no naira sign. */
const fonts = createRequire(import.meta.url);
const REGULAR = fonts.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf');
const BOLD = fonts.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf');

export const MARGIN = 48;
export const INK = '#17211d';
export const QUIET = '#5b6b64';
export const LINE = '#d5ddd9';

export type Page = InstanceType<typeof PDFDocument>;

export interface Letterhead {
  readonly brand: Brand;
  readonly logo?: PdfLogo;
}

interface PdfLogo extends LogoSize {
  readonly ground: LogoGround;
  readonly png: Uint8Array;
}

export async function pdfPage(
  title: string,
  { brand: { name, colour }, logo }: Letterhead,
  draw: (page: Page) => void,
): Promise<Buffer> {
  const page = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    bufferPages: true,
    // Earlier versions of PDF cannot contain attached files. The default of `pdfkit` is 1.3.
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
  page.font('bold').fontSize(11).fillColor(colour);
  if (logo) drawHead(page, name, colour, logo);
  else page.text(name);
  page.moveDown(0.6).fontSize(18).fillColor(INK).text(title, MARGIN);
  draw(page);
  page.end();
  await ended;
  return Buffer.concat(chunks);
}

const LOGO_BOX = { width: 180, height: 36 };
const PLATE_EDGE = 6;
const BELOW_LOGO = 12;

function drawHead(page: Page, name: string, colour: string, logo: PdfLogo): void {
  const { width, height } = fitted(logo, LOGO_BOX);
  const top = page.y;
  const edge = logo.ground === 'dark' ? PLATE_EDGE : 0;
  if (edge > 0) {
    page.save().roundedRect(MARGIN, top, width + 2 * edge, height + 2 * edge, edge);
    page.fill(tinted(DARK_PLATE, colour)).restore();
  }
  page.image(Buffer.from(logo.png), MARGIN + edge, top + edge, { width, height });
  const right = MARGIN + width + 2 * edge + 10;
  const line = top + edge + (height - page.heightOfString(name, { width: widthOf(page) })) / 2;
  const align = isWide(logo) ? 'right' : 'left';
  page.text(name, right, line, { width: page.page.width - MARGIN - right, align });
  page.y = top + height + 2 * edge + BELOW_LOGO;
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
