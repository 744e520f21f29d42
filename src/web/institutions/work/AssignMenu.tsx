import { Button, Menu, ScrollArea, TextInput } from '@mantine/core';
import { IconUser } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { postRiskAssignee } from '#shared/risk-cases.ts';
import { userQuery } from '#web/auth/data.ts';
import { peopleQuery } from './data.ts';
import type { RiskMenuProperties } from './menu-properties.ts';
import { useCaseWork, useRiskCase } from './risk-work.ts';

/** Gives customers to a person, oneself first, or to nobody. */
export function AssignMenu({ institutionIds, onDone, size = 'xs', variant = 'default', disabled = false }: RiskMenuProperties) {
  const [search, setSearch] = useState('');
  const { data: people = [] } = useQuery(peopleQuery);
  const { data: user } = useQuery(userQuery);
  const { write, isPending, isReady } = useCaseWork(postRiskAssignee, institutionIds, onDone);
  const assignee = useRiskCase(institutionIds[0] ?? 0)?.assignee;
  const mine = people.filter(({ id }) => id === user?.id);
  const others = people.filter(({ id, name }) => id !== user?.id && name.toLowerCase().includes(search.trim().toLowerCase()));
  return (
    <Menu shadow="md" width={240} onClose={() => setSearch('')}>
      <Menu.Target>
        <Button
          size={size}
          variant={variant}
          leftSection={<IconUser size={14} />}
          loading={isPending}
          {...(assignee && institutionIds.length === 1 ? { 'aria-label': `Assigned to ${assignee.name}` } : {})}
          disabled={disabled || !isReady || institutionIds.length === 0}
        >
          {institutionIds.length === 1 && assignee ? assignee.name : 'Assign'}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {mine.map((person) => (
          <Menu.Item key={person.id} onClick={() => write({ assigneeId: person.id }, 'Assigned to you')}>
            To me
          </Menu.Item>
        ))}
        <Menu.Item onClick={() => write({ assigneeId: null }, 'Assigned to nobody')}>To nobody</Menu.Item>
        <Menu.Divider />
        <TextInput
          size="xs"
          m={4}
          aria-label="Find a colleague"
          placeholder="Find a colleague"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <ScrollArea.Autosize mah={220} type="auto">
          {others.map(({ id, name }) => (
            <Menu.Item key={id} onClick={() => write({ assigneeId: id }, `Assigned to ${name}`)}>
              {name}
            </Menu.Item>
          ))}
        </ScrollArea.Autosize>
      </Menu.Dropdown>
    </Menu>
  );
}
