import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { freePort } from '../../infra/testing/product.js';
import type { Running } from '../../infra/testing/product.js';
import { type SharedProduct, takeProduct } from '../../services/standalone/testing/shared-product.js';
import { complaints, launch, startProduct } from './browser.js';

export interface ShownProduct {
  readonly product: Running;
  readonly sandboxUrl: string;
  readonly dataDir: string;
  readonly page: Page;
  /** Console errors so far. */
  readonly heard: string[];
  /** Leaves nothing behind. */
  stop(): Promise<void>;
}

export interface SharedView {
  readonly product: SharedProduct;
  readonly sandboxUrl: string;
  readonly dataDir: string;
  readonly browser: Browser;
  readonly page: Page;
  /** Console errors so far. */
  readonly heard: string[];
  /** Closes the browser and calls `giveBack`. */
  stop(): Promise<void>;
}

/**
 * Follow the rules of `takeProduct`.
 * @param look size and other browser options
 */
export async function showSharedProduct(
  look: BrowserContextOptions,
  settings: Readonly<Record<string, string>> = {},
): Promise<SharedView> {
  const product = await takeProduct(settings);
  let browser: Browser | undefined;
  const stop = async (): Promise<void> => {
    await browser?.close();
    product.giveBack();
  };
  try {
    browser = await launch();
    const page = await (await browser.newContext(look)).newPage();
    const { sandboxUrl, folder: dataDir } = product;
    return { product, sandboxUrl, dataDir, browser, page, heard: complaints(page), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * @param settings of the product, beside its data folder and sandbox port
 * @param look size and other browser options
 * @param program browser, as in `launch`
 */
export async function showProduct(
  settings: Readonly<Record<string, string>>,
  look: BrowserContextOptions = {},
  program?: string,
): Promise<ShownProduct> {
  const folder = mkdtempSync(join(tmpdir(), 'shown-'));
  let product: Running | undefined;
  let browser: Browser | undefined;
  const stop = async (): Promise<void> => {
    await browser?.close();
    await product?.stop('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const sandboxPort = String(await freePort());
    product = await startProduct({ DATA_DIR: folder, SANDBOX_PORT: sandboxPort, ...settings });
    browser = await launch(program);
    const context = await browser.newContext(look);
    const page = await context.newPage();
    const sandboxUrl = `http://127.0.0.1:${sandboxPort}`;
    return { product, sandboxUrl, dataDir: folder, page, heard: complaints(page), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
