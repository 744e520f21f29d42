import { z } from 'zod';

/** The five kinds of a call to action. */
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

/** Most urgent first. */
export const callPriorities = ['urgent', 'high', 'normal', 'low'] as const;
export const callPrioritySchema = z.enum(callPriorities);
export type CallPriority = z.output<typeof callPrioritySchema>;
export const priorityWords: Record<CallPriority, string> = { urgent: 'Urgent', high: 'High', normal: 'Normal', low: 'Low' };

/** What came of a call that is closed. */
export const callOutcomes = ['acted', 'false_alarm', 'lapsed'] as const;
export const callOutcomeSchema = z.enum(callOutcomes);
export type CallOutcome = z.output<typeof callOutcomeSchema>;
export const outcomeWords: Record<CallOutcome, { name: string; meaning: string }> = {
  acted: { name: 'Acted on', meaning: 'Somebody did something about it' },
  false_alarm: { name: 'False alarm', meaning: 'There was nothing to do' },
  lapsed: { name: 'No longer applies', meaning: 'It resolved itself' },
};

export const callStates = ['Open', 'Snoozed', 'Closed'] as const;
export type CallState = (typeof callStates)[number];

/** Where a call stands on the board. */
export const callColumns = ['Overdue', 'Today', 'This week', 'Later', 'Snoozed', 'Closed'] as const;
export type CallColumn = (typeof callColumns)[number];
