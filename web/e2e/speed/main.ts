import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { buyDirectly, chromiumPath, logIn, SIZES, withoutChromium } from '../browser.js';
import { fund } from '../customer.js';
import { showProduct, type ShownProduct } from '../shown-product.js';
import { eventToPixel, LEGS, type EventToPixel } from './event-to-pixel.js';
import { floorToPixel } from './floor.js';
import { CPU_SLOWDOWN, formUsable } from './form-usable.js';
import { percentile } from '../../../infra/testing/percentiles.js';
import { SLOW_4G } from './slow-line.js';
import { thousandRows, type ThousandRows } from './thousand-rows.js';

const USAGE = `npm run speed -- [options]: ends with 1 when a bar is missed
  --only NAME[,NAME]  form, pixel or rows
  --times N           visits of the form, of which the one in the middle counts; default 5
  --purchases N       watched until they are painted, with two events each; default 100
  --json              for tools`;

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    times: { type: 'string', default: '5' },
    purchases: { type: 'string', default: '100' },
    json: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});

/** Vendor latency in ms: long enough to show a purchase as pending before it is delivered. */
const VENDOR_MS = '300';
const ROWS = 1_000;
const AT_ONCE = 8;

interface Measured {
  readonly what: string;
  readonly ms: number;
  /** Limit, if any. */
  readonly atMost?: number;
  readonly note?: string;
}

/** `NaN`, when there is nothing to compare, misses every limit. */
const isMissed = (ms: number, atMost: number | undefined): boolean => atMost !== undefined && !(ms <= atMost);

const say = (line: string): void => void process.stderr.write(`${line}\n`);
const wanted = (name: string): boolean => values.only?.split(',').includes(name) ?? true;
const middle = (times: readonly number[]): number => percentile(times, 0.5);
const each = (times: readonly number[]): string => `of ${times.map((ms) => Math.round(ms)).join(', ')}`;

async function form({ page, product }: ShownProduct): Promise<Measured[]> {
  const { first, repeat } = await formUsable(page.context().browser()!, product.url, Number(values.times));
  return [
    { what: 'airtime form usable, first visit', ms: middle(first), atMost: 2_800, note: each(first) },
    { what: 'airtime form usable, repeat visit', ms: middle(repeat), atMost: 1_200, note: each(repeat) },
  ];
}

function seen(name: string, { whole, legs }: EventToPixel): Measured[] {
  return [
    { what: `event to pixel, ${name}, p50`, ms: whole.p50, note: `${whole.count} events` },
    { what: `event to pixel, ${name}, p95`, ms: whole.p95, atMost: 100 },
    ...LEGS.map((leg) => ({
      what: `  ${leg}, p50`,
      ms: legs[leg].p50,
      note: `p95 ${legs[leg].p95.toFixed(1)}`,
    })),
  ];
}

/** Enough for all purchases. */
const NAIRA = 500_000;

async function buyRows({ page, product }: ShownProduct): Promise<void> {
  const numbers = Array.from({ length: ROWS }, (_, number) => number);
  const buyer = async (): Promise<void> => {
    for (let number = numbers.pop(); number !== undefined; number = numbers.pop())
      await buyDirectly(page, product.url, {
        phone: `0805${String(number).padStart(4, '0')}457`,
        amount: 50,
      });
  };
  await Promise.all(Array.from({ length: AT_ONCE }, buyer));
}

async function rows(shown: ShownProduct): Promise<Measured[]> {
  const looks: ThousandRows[] = [];
  for (let time = 0; time < Number(values.times); time += 1)
    looks.push(await thousandRows(shown.page, shown.product.url));
  const of = (value: (look: ThousandRows) => number): number => middle(looks.map(value));
  return [
    { what: '1,000 rows, visit to rows painted', ms: of(({ shownMs }) => shownMs) },
    {
      what: '1,000 rows, answer to rows painted',
      ms: of(({ drawnMs }) => drawnMs),
      note: `${of(({ inPage }) => inPage)} rows in the page`,
    },
    {
      what: '1,000 rows, scrolled, frame p50',
      ms: of(({ frames }) => frames.p50),
      note: `p95 ${of(({ frames }) => frames.p95).toFixed(1)}`,
    },
  ];
}

async function measure(): Promise<Measured[]> {
  const shown = await showProduct(
    { SANDBOX_LATENCY_MS: VENDOR_MS, LOG_LEVEL: 'error' },
    { viewport: SIZES.desktop },
  );
  const purchases = Number(values.purchases);
  const measured: Measured[] = [];
  try {
    if (wanted('form')) {
      say('measuring the form…');
      measured.push(...(await form(shown)));
    }
    await logIn(shown.page, shown.product.url);
    await fund(shown.page, shown.product.url, shown.sandboxUrl, NAIRA);
    await buyDirectly(shown.page, shown.product.url, { phone: '08031234567', amount: 100 });
    if (wanted('pixel')) {
      say('measuring events…');
      const floor = await floorToPixel(shown.page, 2 * purchases);
      measured.push(
        ...seen('10 rows', await eventToPixel(shown, { purchases, size: 10 })),
        {
          what: 'the same, a bare page, p50',
          ms: floor.p50,
          note: 'what this browser needs at least',
        },
        { what: 'the same, a bare page, p95', ms: floor.p95 },
      );
    }
    if (wanted('rows')) {
      say('measuring 1,000 rows…');
      await buyRows(shown);
      measured.push(...(await rows(shown)));
      const few = Math.ceil(purchases / 4);
      measured.push(...seen('1,000 rows', await eventToPixel(shown, { purchases: few, size: ROWS })));
    }
  } finally {
    await shown.stop();
  }
  return measured;
}

if (values.help) console.log(USAGE);
else if (!chromiumPath) {
  say(withoutChromium);
  process.exitCode = 1;
} else {
  const loadBefore = loadavg()[0]!;
  const measured = await measure();
  const load = { before: loadBefore, after: loadavg()[0]! };
  if (measured.some(({ ms, atMost }) => isMissed(ms, atMost))) process.exitCode = 1;
  if (values.json)
    console.log(JSON.stringify({ line: SLOW_4G, cpuSlowdown: CPU_SLOWDOWN, load, measured }, null, 2));
  else {
    for (const { what, ms, atMost, note = '' } of measured) {
      const bar = atMost === undefined ? '' : `<= ${atMost} ${isMissed(ms, atMost) ? 'MISSED' : 'holds'}`;
      console.log(`${what.padEnd(38)}${ms.toFixed(1).padStart(10)} ms  ${bar.padEnd(16)}${note}`);
    }
    console.log(`load of the machine: ${load.before.toFixed(1)} before, ${load.after.toFixed(1)} after`);
  }
}
