import { z } from 'zod';

/** Kinds of action items. */
export const callKinds = ['risk', 'opportunity', 'lifecycle', 'activity', 'objective'] as const;
export const callKindSchema = z.enum(callKinds);
export type CallKind = z.output<typeof callKindSchema>;
export const kindWords: Record<CallKind, string> = {
  risk: 'Risk',
  opportunity: 'Opportunity',
  lifecycle: 'Lifecycle',
  activity: 'Activity',
  objective: 'Objective',
};

/** Ordered from most to least urgent. */
export const callPriorities = ['urgent', 'high', 'normal', 'low'] as const;
export const callPrioritySchema = z.enum(callPriorities);
export type CallPriority = z.output<typeof callPrioritySchema>;
export const priorityWords: Record<CallPriority, string> = { urgent: 'Urgent', high: 'High', normal: 'Normal', low: 'Low' };

/** Outcomes of a closed action item. */
export const callOutcomes = ['acted', 'false_alarm', 'lapsed'] as const;
export const callOutcomeSchema = z.enum(callOutcomes);
export type CallOutcome = z.output<typeof callOutcomeSchema>;
export const outcomeWords: Record<CallOutcome, { name: string; meaning: string }> = {
  acted: { name: 'Acted on', meaning: 'Someone took action' },
  false_alarm: { name: 'False alarm', meaning: 'No action was needed' },
  lapsed: { name: 'No longer applies', meaning: 'It resolved itself' },
};

export const callStates = ['Open', 'Snoozed', 'Closed'] as const;
export type CallState = (typeof callStates)[number];

/** Columns of the board. */
export const callColumns = ['Overdue', 'Today', 'This week', 'Later', 'Snoozed', 'Closed'] as const;
export type CallColumn = (typeof callColumns)[number];
