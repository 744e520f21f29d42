/** What the silent feeds of an incident have in common. */
export const incidentKinds = ['system', 'state', 'system_state', 'area', 'system_area', 'all'] as const;
export type IncidentKind = (typeof incidentKinds)[number];

export const incidentStages = ['Growing', 'Open', 'Dismissed', 'Over'] as const;
export type IncidentStage = (typeof incidentStages)[number];
