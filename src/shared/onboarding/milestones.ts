import { type ProductKey, products } from '#shared/core/products.ts';

export const milestoneKeys = [
  'contract',
  'kickoff',
  'ehr_connected',
  'data_verified',
  'staff_trained',
  'booking_link',
  'forms_published',
  'payments_enabled',
  'first_use',
  'checkpoint_30',
  'checkpoint_60',
  'checkpoint_90',
  'graduation',
] as const;
export type MilestoneKey = (typeof milestoneKeys)[number];

interface Template {
  name: string;
  /** Party that has to complete the milestone. */
  side: 'us' | 'customer';
  /** Onboarding day on which the milestone is due; negative before go-live. */
  dueDay: number;
  /** `true` when data completes the milestone, so that users can't complete it. */
  isProven: boolean;
  /**
   * Product that the customer needs for this milestone. `each` creates one milestone per product.
   */
  product?: ProductKey | 'each';
}

const templates: Record<MilestoneKey, Template> = {
  contract: { name: 'Contract signed', side: 'customer', dueDay: -30, isProven: false },
  kickoff: { name: 'Kick-off held', side: 'us', dueDay: -14, isProven: false },
  ehr_connected: { name: 'EHR connected', side: 'customer', dueDay: 7, isProven: true },
  data_verified: { name: 'Data verified', side: 'us', dueDay: 14, isProven: false },
  staff_trained: { name: 'Staff trained', side: 'us', dueDay: 21, isProven: false },
  booking_link: {
    name: 'Booking link live',
    side: 'customer',
    dueDay: 21,
    isProven: true,
    product: 'onlineBooking',
  },
  forms_published: {
    name: 'Forms published',
    side: 'us',
    dueDay: 21,
    isProven: false,
    product: 'forms',
  },
  payments_enabled: {
    name: 'Payments enabled',
    side: 'customer',
    dueDay: 21,
    isProven: false,
    product: 'payments',
  },
  first_use: {
    name: 'First patient event',
    side: 'customer',
    dueDay: 30,
    isProven: true,
    product: 'each',
  },
  checkpoint_30: { name: 'Day 30 target reached', side: 'us', dueDay: 30, isProven: true },
  checkpoint_60: { name: 'Day 60 target reached', side: 'us', dueDay: 60, isProven: true },
  checkpoint_90: { name: 'Day 90 target reached', side: 'us', dueDay: 90, isProven: true },
  graduation: { name: 'Graduated', side: 'us', dueDay: 180, isProven: true },
};

export interface Milestone {
  key: MilestoneKey;
  /** Product of the milestone; `null` when the milestone isn't about one product. */
  product: ProductKey | null;
}

export const findMilestoneTemplate = (key: MilestoneKey): Readonly<Template> => templates[key];

/** Formats the milestone's name: 'First patient event in Forms'. */
export const milestoneName = ({ key, product }: Milestone): string =>
  key === 'first_use' && product !== null
    ? `First patient event in ${products[product].name}`
    : templates[key].name;

/**
 * Returns the milestones of a customer with these products, in template order. Sub-products have no
 * milestones.
 */
export function milestonesFor(entitled: readonly ProductKey[]): Milestone[] {
  const counted = entitled.filter((product) => products[product].parent === undefined);
  return milestoneKeys.flatMap((key): Milestone[] => {
    const { product } = templates[key];
    if (product === undefined) return [{ key, product: null }];
    if (product === 'each') return counted.map((each) => ({ key, product: each }));
    return counted.includes(product) ? [{ key, product }] : [];
  });
}

export const blockerKinds = ['ehr_link', 'training', 'forms', 'staff', 'customer'] as const;
export type BlockerKind = (typeof blockerKinds)[number];

export const blockerLabels: Record<BlockerKind, string> = {
  ehr_link: 'EHR connection',
  training: 'Training',
  forms: 'Forms not built',
  staff: 'Staff',
  customer: 'Waiting on customer',
};
