import type { ProductKey } from '../products.ts';

export const productPageKeys = [
  'scheduling',
  'forms',
  'payments',
  'verification',
  'communications',
] as const;
export type ProductPageKey = (typeof productPageKeys)[number];

/** Product pages with their products. A page has the name of its first product. */
export const productPageProducts = {
  scheduling: ['onlineBooking', 'waitlist', 'recalls'],
  forms: ['forms'],
  payments: ['payments'],
  verification: ['insurance'],
  communications: ['messaging', 'reminders', 'reviews'],
} as const satisfies Record<ProductPageKey, readonly ProductKey[]>;

export const productPageTitles: Record<ProductPageKey, string> = {
  scheduling: 'Online scheduling',
  forms: 'Patient forms',
  payments: 'Payments',
  verification: 'Insurance verification',
  communications: 'Patient communications',
};

/** Returns the page that explains a product. */
export function productPageFor(product: ProductKey): ProductPageKey {
  const found = productPageKeys.find((page) =>
    productPageProducts[page].some((key) => key === product),
  );
  if (found === undefined) throw new Error(`No page explains ${product}`);
  return found;
}
