import { sizeTiers } from '#shared/core/tiers.ts';
import type { ListColumn } from '#shared/list/column.ts';
import { quarterOf } from '../quarters.ts';
import { type RiskEpisode, riskEpisodeOutcomes } from './episodes.ts';
import { countDaysToNotice } from './rules.ts';

export const riskEpisodeColumns: readonly ListColumn<RiskEpisode>[] = [
  {
    key: 'institutionName',
    label: 'Customer',
    kind: 'text',
    value: (row) => row.institutionName,
    width: 240,
    isSearched: true,
  },
  {
    key: 'outcome',
    label: 'Outcome',
    kind: 'option',
    options: riskEpisodeOutcomes,
    value: (row) => row.outcome,
    width: 150,
    metric: 'riskEpisode',
  },
  { key: 'beganOn', label: 'Began', kind: 'date', value: (row) => row.beganOn, width: 130 },
  {
    key: 'quarter',
    label: 'Quarter',
    kind: 'option',
    value: (row) => quarterOf(row.beganOn),
    width: 110,
  },
  { key: 'endedOn', label: 'Ended', kind: 'date', value: (row) => row.endedOn, width: 130 },
  {
    key: 'isTreated',
    label: 'Contacted',
    kind: 'flag',
    value: (row) => row.isTreated,
    hint: 'A note, task or decision was recorded during the episode.',
  },
  {
    key: 'noticedOn',
    label: 'Notice',
    kind: 'date',
    value: (row) => row.noticedOn,
    metric: 'lossNotice',
    width: 130,
  },
  {
    key: 'daysToNotice',
    label: 'Days from at risk to notice',
    kind: 'number',
    value: countDaysToNotice,
    hint: 'Days from the first at-risk week to the notice.',
  },
  {
    key: 'sizeTier',
    label: 'Size tier',
    kind: 'option',
    options: sizeTiers,
    value: (row) => row.sizeTier,
    metric: 'sizeTier',
  },
];
