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
  /** Who has to see to it. */
  side: 'us' | 'customer';
  /** Of the onboarding clock; negative before go-live. */
  dueDay: number;
  /** Data shows that it is done; nobody ticks it by hand. */
  isProven: boolean;
  /** Only with this product, or once with each. */
  product?: ProductKey | 'each';
}

const templates: Record<MilestoneKey, Template> = {
  contract: { name: 'Contract signed', side: 'customer', dueDay: -30, isProven: false },
  kickoff: { name: 'Kick-off held', side: 'us', dueDay: -14, isProven: false },
  ehr_connected: { name: 'Records system connected', side: 'customer', dueDay: 7, isProven: true },
  data_verified: { name: 'Data verified', side: 'us', dueDay: 14, isProven: false },
  staff_trained: { name: 'Staff trained', side: 'us', dueDay: 21, isProven: false },
  booking_link: { name: 'Booking link live', side: 'customer', dueDay: 21, isProven: true, product: 'onlineBooking' },
  forms_published: { name: 'Forms published', side: 'us', dueDay: 21, isProven: false, product: 'forms' },
  payments_enabled: { name: 'Payments enabled', side: 'customer', dueDay: 21, isProven: false, product: 'payments' },
  first_use: { name: 'First patient event', side: 'customer', dueDay: 30, isProven: true, product: 'each' },
  checkpoint_30: { name: 'Day 30 target reached', side: 'us', dueDay: 30, isProven: true },
  checkpoint_60: { name: 'Day 60 target reached', side: 'us', dueDay: 60, isProven: true },
  checkpoint_90: { name: 'Day 90 target reached', side: 'us', dueDay: 90, isProven: true },
  graduation: { name: 'Graduated', side: 'us', dueDay: 180, isProven: true },
};

export interface Milestone {
  key: MilestoneKey;
  /** The one it is about; null for the whole customer. */
  product: ProductKey | null;
}

export const milestoneTemplate = (key: MilestoneKey): Readonly<Template> => templates[key];

/** 'First patient event in Forms' */
export const milestoneName = ({ key, product }: Milestone): string =>
  key === 'first_use' && product !== null ? `First patient event in ${products[product].name}` : templates[key].name;

/** What a customer with these products has to get done, in the usual order. Sub-products come with their product. */
export function milestonesFor(entitled: readonly ProductKey[]): Milestone[] {
  const counted = entitled.filter((product) => products[product].parent === undefined);
  return milestoneKeys.flatMap((key): Milestone[] => {
    const { product } = templates[key];
    if (product === undefined) return [{ key, product: null }];
    if (product === 'each') return counted.map((each) => ({ key, product: each }));
    return counted.includes(product) ? [{ key, product }] : [];
  });
}

export const blockers = ['ehr_link', 'training', 'forms', 'staff', 'customer'] as const;
export type Blocker = (typeof blockers)[number];

export const blockerWords: Record<Blocker, string> = {
  ehr_link: 'Records system link',
  training: 'Training',
  forms: 'Forms not built',
  staff: 'Staff',
  customer: 'Waiting on customer',
};
