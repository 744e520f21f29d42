import { z } from 'zod';

/** Kinds of action items. */
export const actionItemKinds = [
  'risk',
  'opportunity',
  'lifecycle',
  'activity',
  'objective',
] as const;
export const actionItemKindSchema = z.enum(actionItemKinds);
export type ActionItemKind = z.output<typeof actionItemKindSchema>;
export const actionItemKindLabels: Record<ActionItemKind, string> = {
  risk: 'Risk',
  opportunity: 'Opportunity',
  lifecycle: 'Lifecycle',
  activity: 'Activity',
  objective: 'Objective',
};

/** Ordered from most to least urgent. */
export const actionItemPriorities = ['urgent', 'high', 'normal', 'low'] as const;
export const actionItemPrioritySchema = z.enum(actionItemPriorities);
export type ActionItemPriority = z.output<typeof actionItemPrioritySchema>;
export const actionItemPriorityLabels: Record<ActionItemPriority, string> = {
  urgent: 'Urgent',
  high: 'High',
  normal: 'Normal',
  low: 'Low',
};

/** Outcomes of a closed action item. */
export const actionItemOutcomes = ['acted', 'false_alarm', 'lapsed'] as const;
export const actionItemOutcomeSchema = z.enum(actionItemOutcomes);
export type ActionItemOutcome = z.output<typeof actionItemOutcomeSchema>;
export const actionItemOutcomeTexts: Record<ActionItemOutcome, { name: string; meaning: string }> =
  {
    acted: { name: 'Acted on', meaning: 'You did something about it' },
    false_alarm: { name: 'False alarm', meaning: 'There was nothing to do' },
    lapsed: { name: 'No longer applies', meaning: 'The problem resolved itself' },
  };

export const actionItemStates = ['Open', 'Snoozed', 'Closed'] as const;
export type ActionItemState = (typeof actionItemStates)[number];

/** Columns of the board. */
export const boardColumnNames = [
  'Overdue',
  'Today',
  'This week',
  'Later',
  'Snoozed',
  'Closed',
] as const;
export type BoardColumnName = (typeof boardColumnNames)[number];
