import { healthTiers } from '#shared/core/tiers.ts';
import type { ListColumn } from '#shared/list/column.ts';
import type { TeamTask, UntouchedCustomer } from './rows.ts';
import { taskDueDateGroups } from './task-age-groups.ts';

export const teamTaskColumns: readonly ListColumn<TeamTask>[] = [
  {
    key: 'title',
    label: 'Task',
    kind: 'text',
    value: (row) => row.title,
    isSearched: true,
    width: 240,
  },
  {
    key: 'institutionName',
    label: 'Customer',
    kind: 'text',
    value: (row) => row.institutionName,
    isSearched: true,
    width: 220,
  },
  {
    key: 'personName',
    label: 'Assignee',
    kind: 'option',
    value: (row) => row.personName,
    isPerson: true,
    isSearched: true,
    width: 160,
  },
  {
    key: 'age',
    label: 'Due',
    kind: 'option',
    options: taskDueDateGroups,
    value: (row) => row.age,
    metric: 'taskAge',
    width: 180,
  },
  {
    key: 'overdueDays',
    label: 'Overdue',
    kind: 'number',
    unit: ' d',
    value: (row) => row.overdueDays,
    metric: 'taskAge',
  },
  {
    key: 'openDays',
    label: 'Days open',
    kind: 'number',
    unit: ' d',
    value: (row) => row.openDays,
    metric: 'taskAge',
  },
  { key: 'dueOn', label: 'Due date', kind: 'date', value: (row) => row.dueOn },
  { key: 'createdOn', label: 'Added', kind: 'date', value: (row) => row.createdOn, isHidden: true },
  { key: 'isSnoozed', label: 'Snoozed', kind: 'flag', value: (row) => row.isSnoozed },
];

export const untouchedColumns: readonly ListColumn<UntouchedCustomer>[] = [
  {
    key: 'institutionName',
    label: 'Customer',
    kind: 'text',
    value: (row) => row.institutionName,
    isSearched: true,
    width: 240,
  },
  {
    key: 'ownerName',
    label: 'Owner',
    kind: 'option',
    value: (row) => row.ownerName,
    isPerson: true,
    isSearched: true,
    width: 160,
  },
  {
    key: 'healthTier',
    label: 'Tier',
    kind: 'option',
    options: healthTiers,
    value: (row) => row.healthTier,
    metric: 'healthTier',
  },
  {
    key: 'adoptionScore',
    label: 'Score',
    kind: 'percent',
    digits: 1,
    value: (row) => row.adoptionScore,
    metric: 'adoptionScore',
    isScore: true,
  },
  { key: 'atRisk', label: 'At risk', kind: 'flag', value: (row) => row.atRisk, metric: 'atRisk' },
  {
    key: 'lastTouchOn',
    label: 'Last contact',
    kind: 'date',
    value: (row) => row.lastTouchOn,
    metric: 'untouched',
  },
  {
    key: 'untouchedDays',
    label: 'No contact for',
    kind: 'number',
    unit: ' d',
    value: (row) => row.untouchedDays,
    metric: 'untouched',
  },
  { key: 'openTasks', label: 'Open tasks', kind: 'number', value: (row) => row.openTasks },
];
