import type { Page } from 'playwright-core';

export interface Shown {
  readonly text: string;
  readonly where: string;
}

/**
 * Collects text nodes in order, and attributes for screen readers. Skips `code`, which is the same in every language.
 */
const COLLECT = `(() => {
  const whereOf = (element) => element.tagName.toLowerCase() + (element.getAttribute('class') ? '.' + element.getAttribute('class') : '');
  const nodes = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (!node.parentElement.closest('script, style, noscript, template, code, pre'))
      nodes.push({ text: node.textContent, where: whereOf(node.parentElement) });
  const told = [{ text: document.title, where: 'the title' }];
  for (const element of document.body.querySelectorAll('*'))
    for (const name of ['aria-label', 'placeholder', 'title', 'alt', 'aria-roledescription', 'aria-description'])
      if (element.getAttribute(name)) told.push({ text: element.getAttribute(name), where: whereOf(element) + '[' + name + ']' });
  return { nodes, told };
})()`;

/** Keeps text outside of `[!` and `!]`, which may be nested. */
class Outside {
  private depth = 0;

  of({ text, where }: Shown): Shown[] {
    const left: Shown[] = [];
    for (const piece of text.split(/(\[!|!\])/)) {
      if (piece === '[!') this.depth += 1;
      else if (piece === '!]') this.depth -= 1;
      else if (this.depth === 0 && /\p{L}{2}/u.test(piece)) left.push({ text: piece.trim(), where });
    }
    return left;
  }

  get closed(): boolean {
    return this.depth === 0;
  }
}

/** Finds text that is not from the catalogue, whose texts stand between `[!` and `!]`. */
export async function unsaid(page: Page): Promise<Shown[]> {
  const { nodes, told } = (await page.evaluate(COLLECT)) as { nodes: Shown[]; told: Shown[] };
  const text = new Outside();
  const found = nodes.flatMap((node) => text.of(node));
  if (!text.closed) throw new Error('a text of the catalogue is not shown to its end');
  return [...found, ...told.flatMap((attribute) => new Outside().of(attribute))];
}
