/** Stages of a prospect in their order. Won, Lost and Nurture end the active work. */
export const prospectStages = [
  'New',
  'Researching',
  'Contacted',
  'Demo',
  'Proposal',
  'Won',
  'Lost',
  'Nurture',
] as const;
export type ProspectStage = (typeof prospectStages)[number];

/** Stages in which the team works on a prospect. */
export const activeProspectStages = [
  'New',
  'Researching',
  'Contacted',
  'Demo',
  'Proposal',
] as const satisfies readonly ProspectStage[];
export type ActiveProspectStage = (typeof activeProspectStages)[number];

/** Stages that a user can choose: all but Won, which a conversion sets. */
export const selectableProspectStages = [
  ...activeProspectStages,
  'Lost',
  'Nurture',
] as const satisfies readonly ProspectStage[];
export type SelectableProspectStage = (typeof selectableProspectStages)[number];

/** Reasons why a prospect was lost. */
export const prospectLostReasons = [
  'Price',
  'Uses a competitor',
  'EHR is not supported',
  'Missing feature',
  'No decision',
  'Bad timing',
  'Closed or sold',
  'Not a fit',
] as const;
export type ProspectLostReason = (typeof prospectLostReasons)[number];

export const isActiveProspectStage = (stage: ProspectStage): boolean =>
  activeProspectStages.some((active) => active === stage);
