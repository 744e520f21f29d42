import type { Day } from '#shared/core/dates.ts';
import type { Person } from '#shared/core/person.ts';
import type { TaskChanges } from '#shared/work/tasks.ts';
import type { AnyTask } from './task-calls.ts';

/** Form values of a task. */
export interface TaskDraft {
  title: string;
  details: string;
  dueOn: Day | null;
  assignee: Person | null;
  snoozedUntil: Day | null;
}

export const emptyTaskDraft: TaskDraft = {
  title: '',
  details: '',
  dueOn: null,
  assignee: null,
  snoozedUntil: null,
};

export const toTaskDraft = ({
  title,
  details,
  dueOn,
  assignee,
  snoozedUntil,
}: AnyTask): TaskDraft => ({
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

/** Returns only the fields that differ from `base`. */
export function taskDraftChanges(base: TaskDraft, draft: TaskDraft): TaskChanges {
  const { title, details, dueOn, assignee, snoozedUntil } = draft;
  const all = { title, details, dueOn, assigneeId: assignee?.id ?? null, snoozedUntil };
  const named = (field: Field) => (field === 'assignee' ? 'assigneeId' : field);
  return Object.fromEntries(
    fields
      .filter((field) => !same(field, base, draft))
      .map((field) => [named(field), all[named(field)]]),
  );
}

/** Merges a draft with another user's changes; fields edited in the draft win. */
export function mergeTaskDrafts(base: TaskDraft, draft: TaskDraft, now: TaskDraft): TaskDraft {
  const merged = <F extends Field>(field: F): TaskDraft[F] =>
    same(field, base, draft) ? now[field] : draft[field];
  return {
    title: merged('title'),
    details: merged('details'),
    dueOn: merged('dueOn'),
    assignee: merged('assignee'),
    snoozedUntil: merged('snoozedUntil'),
  };
}

const words: Record<Field, (draft: TaskDraft) => string> = {
  title: ({ title }) => `Title: ${title}`,
  details: ({ details }) => `Details: ${details === '' ? 'none' : details}`,
  dueOn: ({ dueOn }) => `Due date: ${dueOn ?? 'none'}`,
  assignee: ({ assignee }) => `Assignee: ${assignee?.name ?? 'none'}`,
  snoozedUntil: ({ snoozedUntil }) => `Snoozed until: ${snoozedUntil ?? 'not snoozed'}`,
};

/** Lists another user's changes, one line per changed field. */
export const otherChangesLines = (base: TaskDraft, now: TaskDraft): string[] =>
  fields.filter((field) => !same(field, base, now)).map((field) => words[field](now));
