/** Kinds and states of changes that need a second administrator. */
export const pendingChangeKinds = ['settings', 'scoring_rules', 'administrator_removal'] as const;
export type PendingChangeKind = (typeof pendingChangeKinds)[number];
export const pendingChangeStates = ['waiting', 'approved', 'refused', 'withdrawn'] as const;
export type PendingChangeState = (typeof pendingChangeStates)[number];

/** Names of the kinds, at the start of a sentence. */
export const pendingChangeKindNames: Record<PendingChangeKind, string> = {
  settings: 'Settings',
  scoring_rules: 'Scoring rules',
  administrator_removal: 'Administrator removal',
};

/** Words for the stored states. */
export const pendingChangeStateLabels: Record<PendingChangeState, string> = {
  waiting: 'waiting',
  approved: 'approved',
  refused: 'rejected',
  withdrawn: 'withdrawn',
};
