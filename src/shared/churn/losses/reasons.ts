/** Reasons for leaving with their details. */
export const subreasonsByLossReason = {
  'Product gap': ['Missing feature', 'Reliability', 'Missing integration'],
  'Support or implementation': ['Slow answers', 'Never fully set up', 'Training'],
  'Price or terms': ['Price increase', 'Contract terms', 'Budget cut'],
  'Low use': ['No value seen', 'Staff went back to the phone'],
  'Champion or owner left': ['Office manager left', 'New owner decided otherwise'],
  'Practice sold or closed': ['Sold', 'Merged', 'Closed', 'Retired'],
  'EHR switch': ['New records system', 'Integration lost'],
  Competitor: ['Cheaper', 'Better fit', 'Bundled with the records system'],
  Billing: ['Wrong invoices', 'Unpaid invoices'],
  Compliance: ['Security review', 'Legal terms'],
  Unknown: [],
} as const satisfies Record<string, readonly string[]>;

export type LossReasonKey = keyof typeof subreasonsByLossReason;
export const lossReasonKeys = Object.keys(subreasonsByLossReason) as LossReasonKey[];

/** Reason that counts as not avoidable. */
export const unavoidableReason: LossReasonKey = 'Practice sold or closed';
