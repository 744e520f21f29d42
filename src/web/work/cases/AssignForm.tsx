import { Alert, ScrollArea, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Person } from '#shared/core/person.ts';
import { foldText } from '#shared/core/text.ts';
import { postRiskAssignee } from '#shared/work/cases.ts';
import { userQuery } from '#web/auth/data.ts';
import { createSubmitHandler } from '#web/ui/sending/sending.ts';
import { peopleQuery } from '../data.ts';
import type { RiskMenuProperties } from '../menu-properties.ts';
import { NameWithWorkload } from '../NameWithWorkload.tsx';
import classes from '../work.module.css';
import { useRiskCase, useRiskCaseMutation } from './risk-work.ts';

type Choice = Person | null;

/**
 * Searchable list of assignees with the current user first. The Enter key selects the first match.
 */
export function AssignForm(properties: RiskMenuProperties) {
  const { institutionIds } = properties;
  const [search, setSearch] = useState('');
  const people = useQuery(peopleQuery);
  const { data: user } = useQuery(userQuery);
  const only = useRiskCase(institutionIds[0] ?? 0);
  const assigneeId = institutionIds.length === 1 ? (only?.assignee?.id ?? null) : undefined;
  const { write, isPending, isReady } = useRiskCaseMutation(postRiskAssignee, properties);
  const all = people.data ?? [];
  const choices: Choice[] = [
    ...all.filter(({ id }) => id === user?.id),
    ...all.filter(({ id }) => id !== user?.id),
    null,
  ];
  const nameOf = (person: Choice) =>
    person === null ? 'Unassigned' : person.id === user?.id ? `${person.name} (you)` : person.name;
  const found = choices.filter((person) =>
    foldText(nameOf(person)).includes(foldText(search).trim()),
  );
  const [first] = found;

  // Keeps a selection that was made before users and cases have loaded. It is sent once they have
  // loaded.
  const [chosen, setChosen] = useState<'first' | { person: Choice }>();
  const send = useEffectEvent((choice: 'first' | { person: Choice }) => {
    const person = choice === 'first' ? first : choice.person;
    if (person === undefined) return;
    write(
      { assigneeId: person?.id ?? null },
      (customers) =>
        person === null ? `Unassigned ${customers}` : `Assigned ${customers} to ${person.name}`,
      { kind: 'assign', institutionIds, assignee: person },
    );
  });
  const isWaiting = people.isPending || !isReady || isPending;
  useEffect(() => {
    if (chosen === undefined || isWaiting) return;
    setChosen(undefined);
    send(chosen);
  }, [chosen, isWaiting]);

  return (
    <Stack gap="xs" component="form" onSubmit={createSubmitHandler(() => setChosen('first'))}>
      <TextInput
        aria-label="Find a colleague"
        placeholder="Search by name"
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        data-autofocus
      />
      {people.error && (
        <Alert color="red">Couldn’t load people. Close this form and try again.</Alert>
      )}
      <ScrollArea.Autosize mah={260} type="auto" offsetScrollbars="y">
        {found.map((person, at) => (
          <UnstyledButton
            key={person?.id ?? 'unassigned'}
            className={classes.choice}
            data-first={at === 0 || undefined}
            disabled={isPending || (person?.id ?? null) === assigneeId}
            onClick={() => setChosen({ person })}
          >
            <NameWithWorkload name={nameOf(person)} personId={person?.id ?? null} />
          </UnstyledButton>
        ))}
        {found.length === 0 && <Text size="sm">No matching people</Text>}
      </ScrollArea.Autosize>
    </Stack>
  );
}
