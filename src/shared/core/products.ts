import { z } from 'zod';

export interface Product {
  key: ProductKey;
  name: string;
  /** Sub-products are shown under their parent and never counted in the adoption score. */
  parent?: ProductKey;
  /** Per-location products are compared by usage per active location, the others by the institution's whole usage. */
  isPerLocation: boolean;
  unit: 'uses' | 'dollars';
}

export const productKeys = [
  'onlineBooking',
  'recalls',
  'waitlist',
  'forms',
  'payments',
  'messaging',
  'reminders',
  'reviews',
  'insurance',
] as const;
export const productKeySchema = z.enum(productKeys);
export type ProductKey = z.output<typeof productKeySchema>;

export const products: Record<ProductKey, Product> = {
  onlineBooking: { key: 'onlineBooking', name: 'Online Booking', isPerLocation: true, unit: 'uses' },
  recalls: { key: 'recalls', name: 'Recalls', parent: 'onlineBooking', isPerLocation: true, unit: 'uses' },
  waitlist: { key: 'waitlist', name: 'Waitlist', parent: 'onlineBooking', isPerLocation: true, unit: 'uses' },
  forms: { key: 'forms', name: 'Forms', isPerLocation: true, unit: 'uses' },
  payments: { key: 'payments', name: 'Payments', isPerLocation: true, unit: 'dollars' },
  messaging: { key: 'messaging', name: 'Messaging', isPerLocation: true, unit: 'uses' },
  reminders: { key: 'reminders', name: 'Reminders', isPerLocation: true, unit: 'uses' },
  reviews: { key: 'reviews', name: 'Reviews', isPerLocation: false, unit: 'uses' },
  insurance: { key: 'insurance', name: 'Insurance Verification', isPerLocation: false, unit: 'uses' },
};

/** Those that are counted in the adoption score. */
export const topLevelProducts: readonly ProductKey[] = productKeys.filter((key) => products[key].parent === undefined);

/** A map of product to value; a product that does not apply is left out. */
export const byProduct = <Value extends z.ZodType>(value: Value) => z.partialRecord(productKeySchema, value);
