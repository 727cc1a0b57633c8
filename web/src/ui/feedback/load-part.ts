import { createElement, lazy, useState, type ComponentType } from 'react';
import { msg, t } from '../../languages/language.js';
import { anotherChance, beginLoad } from './part-loads.js';

const PAUSES_MS = [2_000, 4_000, 8_000, 15_000];
const TRIES = 2;
const RELOADED = 'naira-ledger-reloaded';
/** Matches the URL of a file in an error message of Chromium, Firefox or Vite. */
const FILE = /^(?:https?:\/)?\/.*\.(?:js|css)/;

/**
 * Reason why a file could not be loaded. `away`: the server cannot be reached. `gone`: a deploy removed the
 * file. `broken`: only this file cannot be loaded. `missed`: the file can be loaded now, but some browsers do
 * not repeat a failed import.
 */
type Why = 'away' | 'gone' | 'broken' | 'missed';

/** URL of the entry script. Each deploy changes this URL. */
const entry = (): string => document.querySelector('script[type=module][src]')?.getAttribute('src') ?? '';

/**
 * Component whose code is loaded at its first render, or earlier by `begin`. The page reloads once when a
 * deploy has removed the file.
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
  // For a loaded component, `lazy` would show its fallback for at least 300 ms.
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

/** Reloads the page once per build, because a second reload would not help. */
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

/**
 * Loads stylesheets that failed to load. Vite does not load them a second time, because the `link` element is
 * already in the page.
 */
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
