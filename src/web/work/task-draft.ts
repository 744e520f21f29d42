import type { Day } from '#shared/core/dates.ts';
import type { Person } from '#shared/core/person.ts';
import type { Task, TaskChanges } from '#shared/work/tasks.ts';

/** A task as a form holds it. */
export interface TaskDraft {
  title: string;
  details: string;
  dueOn: Day | null;
  assignee: Person | null;
  snoozedUntil: Day | null;
}

export const emptyDraft: TaskDraft = { title: '', details: '', dueOn: null, assignee: null, snoozedUntil: null };

export const draftOf = ({ title, details, dueOn, assignee, snoozedUntil }: Task): TaskDraft => ({
  title,
  details,
  dueOn,
  assignee,
  snoozedUntil,
});

const fields = ['title', 'details', 'dueOn', 'assignee', 'snoozedUntil'] as const;
type Field = (typeof fields)[number];

const same = (field: Field, one: TaskDraft, other: TaskDraft): boolean =>
  field === 'assignee' ? one.assignee?.id === other.assignee?.id : one[field] === other[field];

/** What the person has changed of the task, and nothing else. */
export function changesOf(base: TaskDraft, draft: TaskDraft): TaskChanges {
  const { title, details, dueOn, assignee, snoozedUntil } = draft;
  const all = { title, details, dueOn, assigneeId: assignee?.id ?? null, snoozedUntil };
  const named = (field: Field) => (field === 'assignee' ? 'assigneeId' : field);
  return Object.fromEntries(fields.filter((field) => !same(field, base, draft)).map((field) => [named(field), all[named(field)]]));
}

/** After somebody else was first: what they changed shows, except where this person has typed something. */
export function mergedDraft(base: TaskDraft, draft: TaskDraft, now: TaskDraft): TaskDraft {
  const keep = <F extends Field>(field: F): TaskDraft[F] => (same(field, base, draft) ? now[field] : draft[field]);
  return {
    title: keep('title'),
    details: keep('details'),
    dueOn: keep('dueOn'),
    assignee: keep('assignee'),
    snoozedUntil: keep('snoozedUntil'),
  };
}

const words: Record<Field, (draft: TaskDraft) => string> = {
  title: ({ title }) => `Title: ${title}`,
  details: ({ details }) => `Details: ${details === '' ? 'none' : details}`,
  dueOn: ({ dueOn }) => `Due: ${dueOn ?? 'no day'}`,
  assignee: ({ assignee }) => `For: ${assignee?.name ?? 'nobody'}`,
  snoozedUntil: ({ snoozedUntil }) => `Snoozed until: ${snoozedUntil ?? 'not snoozed'}`,
};

/** What somebody else has changed in between, a line for each. */
export const changedLines = (base: TaskDraft, now: TaskDraft): string[] =>
  fields.filter((field) => !same(field, base, now)).map((field) => words[field](now));
