import { Alert, Anchor, List, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { paths } from '#shared/core/pages/paths.ts';
import { boardQuery } from './data.ts';

/** Message about a board that the user cannot open, with the boards that the user can open. */
export function UnavailableBoard() {
  const { data } = useQuery(boardQuery('health', { filters: '', weeks: '26' }));
  return (
    <Alert role="alert" variant="default" title="You can’t open this board">
      <Text size="sm">
        The board isn’t shared, or it was deleted. Ask the person who sent you the link to share it.
        You can open these boards:
      </Text>
      <List size="sm" mt="xs">
        {(data?.boards ?? [])
          .toSorted((one, other) => Number(other.isOwn) - Number(one.isOwn))
          .map(({ boardId, name }) => (
            <List.Item key={boardId}>
              <Anchor component={Link} to={`${paths.dashboard}?board=${boardId}`} inherit>
                {name}
              </Anchor>
            </List.Item>
          ))}
      </List>
    </Alert>
  );
}
