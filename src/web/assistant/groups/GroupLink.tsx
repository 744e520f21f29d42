import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Answer } from '#shared/assistant/assistant.ts';

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
