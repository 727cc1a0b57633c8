import type { TransactionStatus } from '../../../../services/contracts/services.js';
import { t } from '../../languages/language.js';
import { brand } from '../../languages/brand.js';

interface Line {
  readonly label: string;
  readonly value: string;
}

export interface ReceiptPicture {
  readonly status: TransactionStatus;
  readonly title: string;
  readonly amount: string;
  readonly what: string;
  readonly codes: readonly Line[];
  readonly lines: readonly Line[];
}

interface Block {
  readonly height: number;
  readonly draw: (top: number) => void;
}

const WIDTH = 1080;
const MARGIN = 72;
const INNER = WIDTH - 2 * MARGIN;
const INK = '#10221f';
const SOFT = '#4b5d58';
const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif";

const TONES: Readonly<Record<TransactionStatus, { readonly ground: string; readonly ink: string }>> = {
  Successful: { ground: '#e3f4e8', ink: '#14632f' },
  Pending: { ground: '#fcf0d9', ink: '#734700' },
  Refunded: { ground: '#e2f2ee', ink: '#0b6b62' },
  Reversed: { ground: '#e2f2ee', ink: '#0b6b62' },
};
const MARKS: Readonly<Record<TransactionStatus, readonly (readonly (readonly [x: number, y: number])[])[]>> =
  {
    Successful: [
      [
        [-0.42, 0.03],
        [-0.12, 0.33],
        [0.45, -0.3],
      ],
    ],
    Pending: [
      [
        [0, -0.42],
        [0, 0.06],
        [0.3, 0.24],
      ],
    ],
    Refunded: [
      [
        [0.18, -0.45],
        [0.42, -0.2],
        [-0.42, -0.2],
      ],
      [
        [-0.18, 0.45],
        [-0.42, 0.2],
        [0.42, 0.2],
      ],
    ],
    Reversed: [
      [
        [0.18, -0.45],
        [0.42, -0.2],
        [-0.42, -0.2],
      ],
      [
        [-0.18, 0.45],
        [-0.42, 0.2],
        [0.42, 0.2],
      ],
    ],
  };

/**
 * Picture of a receipt for chat apps. The browser draws it, and no data leaves the device before
 * `navigator.share`.
 */
export async function receiptImage(picture: ReceiptPicture): Promise<Blob> {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser draws no pictures.');
  const blocks = blocksOf(context, picture);
  canvas.width = WIDTH;
  canvas.height = blocks.reduce((height, block) => height + block.height, 0);
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  let top = 0;
  for (const block of blocks) {
    block.draw(top);
    top += block.height;
  }
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('The picture could not be made.');
  return blob;
}

function blocksOf(context: CanvasRenderingContext2D, picture: ReceiptPicture): readonly Block[] {
  const { status, title, amount, what, codes, lines } = picture;
  const text = textBlocks(context);
  return [
    header(context),
    mark(context, status),
    text.centred(title, { size: 40, colour: TONES[status].ink, bold: true }),
    text.centred(amount, { size: 88, colour: INK, bold: true }),
    text.centred(what, { size: 36, colour: SOFT }),
    space(36),
    ...codes.flatMap((code) => [text.code(code), space(20)]),
    rule(context),
    ...lines.map((line) => text.line(line)),
    rule(context),
    text.centred(t('Proof of this receipt: PDF in the app'), { size: 28, colour: SOFT }),
    space(48),
  ];
}

const space = (height: number): Block => ({ height, draw: () => undefined });

const header = (context: CanvasRenderingContext2D): Block => ({
  height: 150,
  draw: (top) => {
    context.fillStyle = brand().colour;
    context.fillRect(0, top, WIDTH, 110);
    write(context, brand().name, MARGIN, top + 70, { size: 42, colour: '#ffffff', bold: true });
    write(context, t('Receipt'), WIDTH - MARGIN, top + 70, { size: 34, colour: '#ffffff', align: 'right' });
  },
});

const mark = (context: CanvasRenderingContext2D, status: TransactionStatus): Block => ({
  height: 176,
  draw: (top) => {
    const { ground, ink } = TONES[status];
    const [x, y, radius] = [WIDTH / 2, top + 84, 72];
    context.fillStyle = ground;
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.fill();
    Object.assign(context, { strokeStyle: ink, lineWidth: 12, lineCap: 'round', lineJoin: 'round' });
    for (const points of MARKS[status]) {
      context.beginPath();
      for (const [dx, dy] of points) context.lineTo(x + dx * radius, y + dy * radius);
      context.stroke();
    }
  },
});

const rule = (context: CanvasRenderingContext2D): Block => ({
  height: 56,
  draw: (top) => {
    context.fillStyle = '#82948f';
    for (let x = MARGIN; x < WIDTH - MARGIN; x += 18) context.fillRect(x, top + 26, 10, 3);
  },
});

interface Look {
  readonly size: number;
  readonly colour: string;
  readonly bold?: boolean;
  readonly align?: CanvasTextAlign;
}

function write(context: CanvasRenderingContext2D, text: string, x: number, y: number, look: Look): void {
  setFont(context, look);
  context.fillStyle = look.colour;
  context.textAlign = look.align ?? 'left';
  context.fillText(text, x, y);
}

function setFont(context: CanvasRenderingContext2D, { size, bold }: Pick<Look, 'size' | 'bold'>): void {
  context.font = `${bold ? 700 : 400} ${size}px ${FONT}`;
}

function textBlocks(context: CanvasRenderingContext2D) {
  const rowsOf = (text: string, width: number, look: Look): readonly string[] => {
    setFont(context, look);
    const rows: string[] = [];
    let row = '';
    for (const word of text.split(' ').flatMap((each) => fitting(each, width))) {
      const longer = row === '' ? word : `${row} ${word}`;
      if (context.measureText(longer).width <= width) row = longer;
      else {
        rows.push(row);
        row = word;
      }
    }
    return [...rows, row].filter((each) => each !== '');
  };
  const fitting = (word: string, width: number): readonly string[] => {
    const parts = [''];
    for (const character of word) {
      const longer = (parts.at(-1) ?? '') + character;
      if (context.measureText(longer).width <= width) parts[parts.length - 1] = longer;
      else parts.push(character);
    }
    return parts;
  };
  const centred = (text: string, look: Look): Block => {
    const rows = rowsOf(text, INNER, look);
    const step = look.size * 1.3;
    return {
      height: rows.length * step,
      draw: (top) =>
        rows.forEach((row, index) =>
          write(context, row, WIDTH / 2, top + index * step + look.size, { ...look, align: 'center' }),
        ),
    };
  };
  const line = ({ label, value }: Line): Block => {
    const look: Look = { size: 34, colour: INK, bold: true, align: 'right' };
    const rows = rowsOf(value, INNER * 0.62, look);
    return {
      height: rows.length * 44 + 14,
      draw: (top) => {
        write(context, label, MARGIN, top + 38, { size: 34, colour: SOFT });
        rows.forEach((row, index) => write(context, row, WIDTH - MARGIN, top + 38 + index * 44, look));
      },
    };
  };
  const code = ({ label, value }: Line): Block => {
    const look: Look = { size: 48, colour: INK, bold: true };
    const rows = rowsOf(value, INNER - 64, look);
    const height = 84 + rows.length * 62;
    return {
      height,
      draw: (top) => {
        context.fillStyle = TONES.Successful.ground;
        context.fillRect(MARGIN, top, INNER, height);
        write(context, label, MARGIN + 32, top + 50, { size: 30, colour: SOFT });
        rows.forEach((row, index) => write(context, row, MARGIN + 32, top + 112 + index * 62, look));
      },
    };
  };
  return { centred, line, code };
}
