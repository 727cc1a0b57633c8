import type { ComponentType } from 'react';
import { useMay } from '../../api/use-signed-in.js';
import type { Product } from '../../domain/products.js';
import { Notice } from '../../ui/feedback/notice.js';
import { Page } from '../../ui/layout/page.js';

/** The form of a product, as customers have it, for whoever may buy for the house. */
export function housePage({ name, Page: Form }: Pick<Product, 'name' | 'Page'>): ComponentType {
  return function HousePage() {
    if (useMay('finance')) return <Form />;
    return (
      <Page title={name} narrow>
        <Notice tone="info" announce={false} title="You may not buy for the house.">
          It needs the permission finance. An owner can give it to you.
        </Notice>
      </Page>
    );
  };
}
