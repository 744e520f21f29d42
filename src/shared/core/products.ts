import { z } from 'zod';

export interface Product {
  key: ProductKey;
  name: string;
  /**
   * Parent of a sub-product. A sub-product is shown under its parent and never counts in the
   * adoption score.
   */
  parent?: ProductKey;
  /**
   * `true` when usage is compared per active location; `false` when the institution's total usage
   * is compared.
   */
  isPerLocation: boolean;
  unit: 'uses' | 'dollars';
  /** Noun for one use, such as 'booking'; `null` when usage is measured in dollars. */
  use: string | null;
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
  onlineBooking: {
    key: 'onlineBooking',
    name: 'Online Booking',
    isPerLocation: true,
    unit: 'uses',
    use: 'booking',
  },
  recalls: {
    key: 'recalls',
    name: 'Recalls',
    parent: 'onlineBooking',
    isPerLocation: true,
    unit: 'uses',
    use: 'recall',
  },
  waitlist: {
    key: 'waitlist',
    name: 'Waitlist',
    parent: 'onlineBooking',
    isPerLocation: true,
    unit: 'uses',
    use: 'use',
  },
  forms: { key: 'forms', name: 'Forms', isPerLocation: true, unit: 'uses', use: 'form' },
  payments: { key: 'payments', name: 'Payments', isPerLocation: true, unit: 'dollars', use: null },
  messaging: {
    key: 'messaging',
    name: 'Messaging',
    isPerLocation: true,
    unit: 'uses',
    use: 'message',
  },
  reminders: {
    key: 'reminders',
    name: 'Reminders',
    isPerLocation: true,
    unit: 'uses',
    use: 'reminder',
  },
  reviews: { key: 'reviews', name: 'Reviews', isPerLocation: false, unit: 'uses', use: 'review' },
  insurance: {
    key: 'insurance',
    name: 'Insurance Verification',
    isPerLocation: false,
    unit: 'uses',
    use: 'verification',
  },
};

/** Products that count in the adoption score. */
export const topLevelProductKeys: readonly ProductKey[] = productKeys.filter(
  (key) => products[key].parent === undefined,
);

/** Returns a schema for values by product. Products without a value are missing from the object. */
export const createByProductSchema = <Value extends z.ZodType>(value: Value) =>
  z.partialRecord(productKeySchema, value);
