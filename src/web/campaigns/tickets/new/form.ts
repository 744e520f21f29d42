import {
  type CampaignAudience,
  type CampaignDraft,
  campaignDraftSchema,
} from '#shared/campaigns/tickets/draft.ts';
import { type CampaignKind, campaignKindTemplates } from '#shared/campaigns/tickets/kinds.ts';
import { findFirstWorkingDay } from '#shared/campaigns/tickets/rules.ts';
import { addDays, type Day } from '#shared/core/dates.ts';
import type { TicketPriority } from '#shared/tickets/changes.ts';
import type { TicketChoices } from '#shared/tickets/desk.ts';
import type { WorkingTime } from '#shared/work/working-time.ts';

/** Values of the form for a new campaign. */
export interface CampaignFormValues {
  name: string;
  kind: CampaignKind;
  subject: string;
  body: string;
  stage: CampaignDraft['stage'] | null;
  priority: TicketPriority;
  to: CampaignDraft['assignment']['to'];
  /**
   * Id of a CRM owner; `null` until chosen. If `to` is 'one', owner of all tickets. If `to` is
   * 'owner', owner of the tickets of customers without an owner.
   */
  person: number | null;
  pool: readonly number[];
  dueOn: Day | null;
  quietDays: number;
  leavesOutDuplicates: boolean;
}

const defaultDueDays = 14;

export function createInitialCampaignFormValues(
  choices: TicketChoices,
  workingTime: WorkingTime,
  today: Day,
  viewer: string | null,
): CampaignFormValues {
  const { subject, body } = campaignKindTemplates.incident;
  const first = choices.stages.find(({ isOpen }) => isOpen);
  return {
    name: '',
    kind: 'incident',
    subject,
    body,
    stage: first === undefined ? null : { pipelineId: first.pipelineId, stageId: first.stageId },
    priority: 'MEDIUM',
    to: 'owner',
    person: choices.owners.find(({ ownerName }) => ownerName === viewer)?.ownerId ?? null,
    pool: [],
    dueOn: findFirstWorkingDay(workingTime, addDays(today, defaultDueDays)),
    quietDays: 30,
    leavesOutDuplicates: true,
  };
}

/**
 * Changes the kind of campaign. The text is replaced by the kind's default text unless the user has
 * edited it.
 */
export function changeCampaignKind(
  form: CampaignFormValues,
  kind: CampaignKind,
): CampaignFormValues {
  const { subject, body } = campaignKindTemplates[form.kind];
  const isUntouched = form.subject === subject && form.body === body;
  const text = campaignKindTemplates[kind];
  return { ...form, kind, ...(isUntouched ? { subject: text.subject, body: text.body } : {}) };
}

export type CampaignFormProblems = Partial<Record<keyof CampaignDraft, string>>;

/**
 * Validates the form. Returns the draft when the form is valid, otherwise the problems by field.
 */
export function validateCampaignForm(
  form: CampaignFormValues,
  audience: CampaignAudience,
): { draft: CampaignDraft | undefined; problems: CampaignFormProblems } {
  const { to, person, pool, ...rest } = form;
  const assignment = {
    owner: { to, otherwise: person },
    pool: { to, ownerIds: pool },
    one: { to, ownerId: person },
  }[to];
  const read = campaignDraftSchema.safeParse({ ...rest, audience, assignment });
  if (read.success) return { draft: read.data, problems: {} };
  const problems: CampaignFormProblems = {};
  for (const { path, message } of read.error.issues) {
    const field = draftKeys.find((key) => key === path[0]);
    if (field !== undefined)
      problems[field] ??=
        field === 'assignment'
          ? 'Choose an owner'
          : field === 'stage'
            ? 'Choose a stage'
            : `This ${message}`;
  }
  return { draft: undefined, problems };
}

const draftKeys = campaignDraftSchema.keyof().options;
