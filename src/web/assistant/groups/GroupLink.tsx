import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Answer } from '#shared/assistant/assistant.ts';
import { healthTiers } from '#shared/core/tiers.ts';
import { TierMark } from '#web/ui/tier/TierMark.tsx';

export type AnswerGroup = Answer['groups'][number];

/** Link to the rows of a group; plain content when no filter selects these rows. */
export function GroupLink({ group, children }: { group: AnswerGroup; children: ReactNode }) {
  return group.link === null ? (
    children
  ) : (
    <Anchor component={Link} to={group.link} inherit>
      {children}
    </Anchor>
  );
}

/** Value of a group's column; a health tier has its mark and color. */
export function GroupLabel({ column, label }: { column: string; label: string }) {
  const tier = column === 'healthTier' ? healthTiers.find((each) => each === label) : undefined;
  return tier === undefined ? label : <TierMark tier={tier} />;
}
