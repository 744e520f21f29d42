/** Kinds and states of changes that need a second administrator. */
export const pendingKinds = ['settings', 'scoring_rules', 'administrator_removal'] as const;
export type PendingKind = (typeof pendingKinds)[number];
export const pendingStates = ['waiting', 'approved', 'refused', 'withdrawn'] as const;
export type PendingState = (typeof pendingStates)[number];

/** Words for the stored states. */
export const pendingChangeStateLabels: Record<PendingState, string> = {
  waiting: 'waiting',
  approved: 'approved',
  refused: 'rejected',
  withdrawn: 'withdrawn',
};
