import type { PageBrand } from '../../../services/contracts/brand/page-brand.js';

let read: PageBrand | undefined;

/** Brand that the server has written into the page. */
export const brand = (): PageBrand =>
  (read ??= JSON.parse(document.querySelector<HTMLMetaElement>('[name=brand]')!.content) as PageBrand);

export const titlePage = (title: string): void => {
  document.title = `${title} · ${brand().name}`;
};
