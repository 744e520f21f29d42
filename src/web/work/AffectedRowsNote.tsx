import { Text } from '@mantine/core';

interface Properties {
  affected: number;
  chosen: number;
  /** State of the rows that the action changes, such as 'open'. */
  state: string;
}

/** Note that a bulk action changes only some of the chosen rows; nothing when it changes all. */
export const AffectedRowsNote = ({ affected, chosen, state }: Properties) =>
  affected === chosen ? null : (
    <Text size="sm" mb="sm">
      {affected} of {chosen} {affected === 1 ? 'is' : 'are'} {state}. The others won’t change.
    </Text>
  );
