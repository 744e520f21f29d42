import { type CampaignAudience, type CampaignDraft, draftSchema } from '#shared/campaigns/tickets/draft.ts';
import { type CampaignKind, campaignKindWords } from '#shared/campaigns/tickets/kinds.ts';
import { workingDayFrom } from '#shared/campaigns/tickets/rules.ts';
import { addDays, type Day } from '#shared/core/dates.ts';
import type { TicketPriority } from '#shared/tickets/changes.ts';
import type { TicketChoices } from '#shared/tickets/desk.ts';
import type { WorkingTime } from '#shared/work/working-time.ts';

/** What a person has typed and chosen so far. */
export interface CampaignForm {
  name: string;
  kind: CampaignKind;
  subject: string;
  body: string;
  stage: CampaignDraft['stage'] | null;
  priority: TicketPriority;
  to: CampaignDraft['assignment']['to'];
  /** Who takes the tickets of customers without an owner, or all. */
  person: number | null;
  pool: readonly number[];
  dueOn: Day | null;
  quietDays: number;
  leavesOutDuplicates: boolean;
}

const usualDays = 14;

/** What a new campaign begins with. */
export function newForm(choices: TicketChoices, workingTime: WorkingTime, today: Day, viewer: string | null): CampaignForm {
  const { subject, body } = campaignKindWords.incident;
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
    dueOn: workingDayFrom(workingTime, addDays(today, usualDays)),
    quietDays: 30,
    leavesOutDuplicates: true,
  };
}

/** Another kind, with its text where nobody has written another. */
export function withKind(form: CampaignForm, kind: CampaignKind): CampaignForm {
  const { subject, body } = campaignKindWords[form.kind];
  const isUntouched = form.subject === subject && form.body === body;
  const text = campaignKindWords[kind];
  return { ...form, kind, ...(isUntouched ? { subject: text.subject, body: text.body } : {}) };
}

export type FormProblems = Partial<Record<keyof CampaignDraft, string>>;

/** The form as a draft, as far as it is one, and what is wrong with it by field. */
export function readForm(form: CampaignForm, audience: CampaignAudience): { draft: CampaignDraft | undefined; problems: FormProblems } {
  const { to, person, pool, ...rest } = form;
  const assignment = { owner: { to, otherwise: person }, pool: { to, ownerIds: pool }, one: { to, ownerId: person } }[to];
  const read = draftSchema.safeParse({ ...rest, audience, assignment });
  if (read.success) return { draft: read.data, problems: {} };
  const problems: FormProblems = {};
  for (const { path, message } of read.error.issues) {
    const field = draftKeys.find((key) => key === path[0]);
    if (field !== undefined)
      problems[field] ??=
        field === 'assignment' ? 'Choose who handles the tickets' : field === 'stage' ? 'Choose a stage' : `This ${message}`;
  }
  return { draft: undefined, problems };
}

const draftKeys = draftSchema.keyof().options;
