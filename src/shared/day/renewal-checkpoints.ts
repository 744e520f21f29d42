/** Checkpoints before a renewal at which the renewal is reviewed. */
export const renewalCheckpoints = {
  sixMonths: { daysBefore: 180, name: 'six-month' },
  threeMonths: { daysBefore: 90, name: 'three-month' },
} as const;

/** Number of days for which a due checkpoint stays on the My day page. */
export const checkpointVisibleDays = 14;

/** Finds the checkpoint that is due when a renewal is `days` days away. */
export const dueRenewalCheckpoint = (days: number): keyof typeof renewalCheckpoints | undefined =>
  (['threeMonths', 'sixMonths'] as const).find((key) => {
    const since = renewalCheckpoints[key].daysBefore - days;
    return since >= 0 && since < checkpointVisibleDays;
  });
