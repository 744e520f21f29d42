import { shortenToOneLine } from '#shared/core/words.ts';
import type { ProspectChange } from '../changes.ts';
import type { ListedProspect } from '../rows.ts';
import type { ProspectLostReason, ProspectStage, SelectableProspectStage } from '../stages.ts';

/** Outcomes of a call to a prospect, in the order of their keys 1 to 6. */
export const callOutcomes = [
  'reached',
  'message',
  'noAnswer',
  'wrongNumber',
  'notInterested',
  'doNotContact',
] as const;
export type CallOutcome = (typeof callOutcomes)[number];

export const callOutcomeLabels: Record<CallOutcome, string> = {
  reached: 'Reached',
  message: 'Left a message',
  noAnswer: 'No answer',
  wrongNumber: 'Wrong number',
  notInterested: 'Not interested',
  doNotContact: 'Do not contact',
};

/** Default reason of a suppression when the call has no note. */
const defaultReason = 'Asked in a call not to be contacted';
/** Maximum length of the reason of a suppression. */
const maxReasonLength = 500;

export interface ProspectCall {
  outcome: CallOutcome;
  /** Caller's own text; '' without one. */
  note: string;
  /** Stage to which a reached prospect moves; `null` to keep the stage. */
  stage: SelectableProspectStage | null;
  /** Reason of the outcome `notInterested`; `null` for other outcomes. */
  lostReason: ProspectLostReason | null;
}

/** Returns the text of the note that records a call. */
export const callNoteText = ({ outcome, note }: ProspectCall): string => {
  const text = `Called: ${callOutcomeLabels[outcome].toLowerCase()}.`;
  return note.trim() === '' ? text : `${text} ${note.trim()}`;
};

/** Returns the change that a call makes to the work on the prospect; `null` for none. */
export function callChange(
  { outcome, note, stage, lostReason }: ProspectCall,
  current: ProspectStage,
): ProspectChange | null {
  if (outcome === 'notInterested') return { action: 'move', stage: 'Lost', lostReason };
  if (outcome === 'doNotContact')
    return { action: 'suppress', reason: shortenToOneLine(note, maxReasonLength) || defaultReason };
  return stage === null || stage === current ? null : { action: 'move', stage, lostReason: null };
}

/** Returns the stage that is offered after a prospect was reached; `null` when none fits. */
export const stageAfterReaching = (stage: ProspectStage): SelectableProspectStage | null =>
  stage === 'New' || stage === 'Researching' || stage === 'Nurture' || stage === 'Lost'
    ? 'Contacted'
    : stage === 'Contacted'
      ? 'Demo'
      : null;

/** Returns why a prospect is skipped in a call list; `undefined` when it can be called. */
export function callProblem({
  doNotContact,
  phone,
  stage,
}: Pick<ListedProspect, 'doNotContact' | 'phone' | 'stage'>): string | undefined {
  if (doNotContact !== null) return `Do not contact: ${doNotContact}`;
  if (stage === 'Won') return 'Already a customer';
  return phone === null || phone.trim() === '' ? 'No phone number' : undefined;
}
