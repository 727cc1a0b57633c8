import { pageBrandOf } from '../../../../services/contracts/brand/page-brand.js';
import { DEFAULT_BRAND } from '../../../../services/contracts/brand/default-brand.js';

/** Browser APIs that jsdom lacks. Nothing has a layout, so sizes are chosen to make rows appear. */
let width = 1_280;

/** Window width for later renders, px. */
export function resizeTo(pixels: number): void {
  width = pixels;
}

const EM = 16;
/** Evaluates width and `reduced-motion` queries. */
function matches(query: string): boolean {
  const [, edge, size, unit] = /\((min|max)-width: ([\d.]+)(em|rem|px)\)/.exec(query) ?? [];
  if (edge === undefined) return query.includes('reduced-motion');
  const pixels = Number(size) * (unit === 'px' ? 1 : EM);
  return edge === 'min' ? width >= pixels : width <= pixels;
}

class NothingSeen {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

/** Open `EventSource` without events. */
class SilentSource extends EventTarget {
  static readonly CLOSED = 2;
  readonly readyState = 1;
  close(): void {}
}

const quiet = (): void => undefined;

Object.assign(globalThis, {
  matchMedia: (query: string) => ({
    media: query,
    matches: matches(query),
    addEventListener: quiet,
    removeEventListener: quiet,
    addListener: quiet,
    removeListener: quiet,
  }),
  ResizeObserver: NothingSeen,
  IntersectionObserver: NothingSeen,
  EventSource: SilentSource,
  scrollTo: quiet,
});
Object.assign(Element.prototype, { scrollIntoView: quiet, scrollTo: quiet });
// Without a height, the virtualizer renders no rows of a table.
Object.defineProperty(Element.prototype, 'clientHeight', { get: () => 600 });
Object.assign(HTMLDialogElement.prototype, {
  showModal(this: HTMLDialogElement) {
    this.open = true;
  },
  close(this: HTMLDialogElement) {
    this.open = false;
  },
});

// The server writes the brand into the page.
document.head.insertAdjacentHTML(
  'beforeend',
  `<meta name="brand" content="${JSON.stringify(pageBrandOf(DEFAULT_BRAND, [])).replaceAll('"', '&quot;')}">`,
);
