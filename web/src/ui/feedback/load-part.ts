import { createElement, lazy, useState, type ComponentType } from 'react';
import { msg, t } from '../../languages/language.js';
import { anotherChance, beginLoad } from './part-loads.js';

const PAUSES_MS = [2_000, 4_000, 8_000, 15_000];
const TRIES = 2;
const RELOADED = 'naira-ledger-reloaded';
/** Chromium and Firefox name the file that they could not load, and so does the one who loads the styles. */
const FILE = /^(?:https?:\/)?\/.*\.(?:js|css)/;

/**
 * Why a part could not be loaded. `away`: nothing can be reached. `gone`: the file is not there any more. `broken`: this
 * file alone does not come. `missed`: it would come now, though some browsers never ask again for what failed once.
 */
type Why = 'away' | 'gone' | 'broken' | 'missed';

/** The program of this page, as its HTML names it: another name after a deploy. */
const entry = (): string => document.querySelector('script[type=module][src]')?.getAttribute('src') ?? '';

/**
 * A component whose code is loaded when it is first shown, or when `begin` is called before. While nothing can be reached it keeps
 * waiting, and what is on the screen stays; a file that is gone since a deploy has the page loaded anew, once.
 */
export function loadPart<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  let loading: Promise<{ default: ComponentType<Props> }> | undefined;
  let here: ComponentType<Props> | undefined;
  const begin = () =>
    (loading ??= loaded(load).then((part) => {
      here = part.default;
      return part;
    }));
  const awaited: ComponentType<Props> = lazy(begin) as never;
  // What is here already is drawn at once: React shows what stands in its place first, and then for 300 ms at least.
  const Part = (props: Props) => {
    const [shown] = useState({ part: here ?? awaited });
    return createElement(shown.part, props);
  };
  Part.begin = begin;
  return Part;
}

async function loaded<Part>(load: () => Promise<Part>): Promise<Part> {
  const progress = beginLoad();
  try {
    let failures = 0;
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await load();
      } catch (error) {
        const why = await diagnose(error);
        if (why !== 'away') failures += 1;
        const last = why === 'gone' || failures > TRIES;
        if (last && why !== 'broken' && reloadOnce()) return await new Promise<never>(() => undefined);
        if (last) throw new Error(t(NOT_LOADED), { cause: error });
        if (why === 'missed') {
          await renewStyles();
          continue;
        }
      }
      progress.waits(true);
      await anotherChance(PAUSES_MS[Math.min(attempt, PAUSES_MS.length - 1)]!);
      progress.waits(false);
      await renewStyles();
    }
  } finally {
    progress.ends();
  }
}

const NOT_LOADED = msg('This page could not be loaded. Check your connection and load it again.');

async function diagnose(error: unknown): Promise<Why> {
  if (!navigator.onLine) return 'away';
  try {
    const page = await fetch('/', { cache: 'no-store' });
    // A server that is being started again, or a proxy that answers for it.
    if (!page.ok) return 'away';
    if (!(await page.text()).includes(entry())) return 'gone';
  } catch {
    return 'away';
  }
  const words = (error instanceof Error ? error.message : '').split(/[\s"'()]+/);
  const file = words.find((word) => FILE.test(word));
  if (!file) return 'broken';
  try {
    const { ok } = await fetch(file, { method: 'HEAD', cache: 'no-store' });
    return ok ? 'missed' : 'gone';
  } catch {
    return 'broken';
  }
}

/** Loads the page anew, at most once for each version of the program: a reload that did not help is not repeated. */
function reloadOnce(): boolean {
  try {
    if (sessionStorage.getItem(RELOADED) === entry()) return false;
    sessionStorage.setItem(RELOADED, entry());
  } catch {
    return false;
  }
  window.location.reload();
  return true;
}

/** Styles that did not come are not asked for again by who loads the parts: it only looks whether it did ask. */
async function renewStyles(): Promise<void> {
  const failed = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].filter(
    ({ sheet }) => sheet === null,
  );
  await Promise.all(
    failed.map((link) => {
      const renewed = link.cloneNode() as HTMLLinkElement;
      const settled = new Promise((resolve) => {
        renewed.addEventListener('load', resolve);
        renewed.addEventListener('error', resolve);
      });
      link.replaceWith(renewed);
      return settled;
    }),
  );
}
