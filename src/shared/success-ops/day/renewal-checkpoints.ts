/** When a renewal is looked at, by the days before it. */
export const renewalCheckpoints = {
  sixMonths: { daysBefore: 180, name: 'six months' },
  threeMonths: { daysBefore: 90, name: 'three months' },
} as const;

/** Days for which a checkpoint stays in the day once it has come. */
export const checkpointDays = 14;

/** The checkpoint that is due so many days before a renewal. */
export const checkpointOf = (days: number): keyof typeof renewalCheckpoints | undefined =>
  (['threeMonths', 'sixMonths'] as const).find((key) => {
    const since = renewalCheckpoints[key].daysBefore - days;
    return since >= 0 && since < checkpointDays;
  });
