import { Text } from '@mantine/core';
import { numberText } from '#shared/core/words.ts';

interface Properties {
  /** Number of rows that the action changes. */
  affected: number;
  /** Number of rows for which the user started the action. */
  chosen: number;
  /** State of the affected rows, such as 'open'. */
  state: string;
}

/** Statement in an action's dialog that some of the chosen rows are left out; empty otherwise. */
export const AffectedRows = ({ affected, chosen, state }: Properties) =>
  affected < chosen && (
    <Text size="sm" mb="sm">
      {numberText(affected)} of {numberText(chosen)} {affected === 1 ? 'is' : 'are'} {state}. The
      others won’t change.
    </Text>
  );
