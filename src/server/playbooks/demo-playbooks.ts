import type { Insertable } from 'kysely';
import type { Schema } from '#server/core/db/schema.ts';
import { buildTimeOnDemoWorkday } from '#server/institutions/demo-rows.ts';
import type { Day } from '#shared/core/dates.ts';
import type { PlaybookFields } from '#shared/playbooks/playbooks.ts';
import type { PlaybookStep } from '#shared/playbooks/steps.ts';
import { createDeterministicId } from './ids.ts';

const work = (title: string, details: string, days: number) =>
  ({ title, details, assigneeId: null, due: { days, unit: 'working' } }) as const;

const common = (word: string, next: PlaybookStep['next'] = 'following') => ({
  stepId: createDeterministicId('demo step', word),
  next,
});

/** Playbooks of the demo's team. */
export const demoPlaybooks: {
  fields: Omit<PlaybookFields, 'fallbackId'>;
  isFor: 'at risk' | 'steady';
}[] = [
  {
    isFor: 'at risk',
    fields: {
      name: 'Win back a Critical customer',
      ruleId: null,
      conditions: 'f.healthTier=Critical',
      againDays: 60,
      exit: 'f.healthTier=Healthy',
      steps: [
        {
          kind: 'task',
          ...common('call'),
          ...work('Call the office manager: what has changed?', 'Have the prep sheet open.', 2),
          waits: true,
        },
        { kind: 'wait', ...common('settle'), delay: { days: 7, unit: 'calendar' } },
        {
          kind: 'branch',
          ...common('still'),
          conditions: 'f.healthTier=Critical',
          otherwise: createDeterministicId('demo step', 'agreed'),
        },
        {
          kind: 'task',
          ...common('training', createDeterministicId('demo step', 'agreed')),
          ...work(
            'Offer a training session',
            'For the front desk, 30 minutes, on the product that fell most.',
            3,
          ),
          waits: true,
        },
        {
          kind: 'checkpoint',
          ...common('agreed'),
          ...work('A plan is agreed with the customer', '', 5),
          until: 'f.healthTier=Medium&f.healthTier=Healthy',
        },
      ],
    },
  },
  {
    isFor: 'steady',
    fields: {
      name: 'Talk about the next product',
      ruleId: null,
      conditions: 'f.readyToExpand=yes',
      againDays: 180,
      exit: 'f.healthTier=Critical',
      steps: [
        {
          kind: 'task',
          ...common('look'),
          ...work('Look at what they could use next', 'Compare with their peers.', 3),
          waits: true,
        },
        {
          kind: 'checkpoint',
          ...common('talk'),
          ...work('Talk with the owner', '', 10),
          until: '',
        },
        {
          kind: 'task',
          ...common('note'),
          ...work('Write down what was agreed', '', 1),
          waits: false,
        },
      ],
    },
  },
];

/** Returns the rows of the playbooks. `writer` created them and is their fallback assignee. */
export function buildDemoPlaybookRows(
  writer: string,
  on: Day,
): {
  playbooks: Insertable<Schema['playbook']>[];
  playbookVersions: Insertable<Schema['playbook_version']>[];
} {
  const changed = { changed_by: writer, changed_at: buildTimeOnDemoWorkday(on) };
  const all = demoPlaybooks.map(({ fields }) => ({
    ids: {
      playbook_id: createDeterministicId('demo playbook', fields.name),
      version: 1,
      is_on: true,
    },
    fields,
  }));
  return {
    playbooks: all.map(({ ids, fields }) => ({
      ...ids,
      name: fields.name,
      rule_id: null,
      follows_from: null,
      ...changed,
    })),
    playbookVersions: all.map(({ ids, fields }) => ({
      ...ids,
      told: JSON.stringify({ ...fields, fallbackId: writer }),
      ...changed,
    })),
  };
}
