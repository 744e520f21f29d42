import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SettingsAnswer } from '#shared/core/settings/app-settings.ts';
import { isStateCode } from '#shared/core/state-names.ts';
import {
  isZipPrefix,
  salesSettingsLimits,
  salesSettingsSchema,
  type Territory,
} from '#shared/prospects/sales-settings.ts';
import { SettingsForm } from '#web/ui/settings/SettingsForm.tsx';
import { peopleQuery } from '#web/work/data.ts';
import { PersonSelect } from '#web/work/PersonSelect.tsx';

interface EditedTerritory extends Pick<Territory, 'id' | 'name' | 'ownerId'> {
  /** States and ZIP prefixes as typed. */
  area: string;
}

const toEdited = ({ id, name, ownerId, states, zipPrefixes }: Territory): EditedTerritory => ({
  id,
  name,
  ownerId,
  area: [...states, ...zipPrefixes].join(', '),
});

function toTerritory({ id, name, ownerId, area }: EditedTerritory): Territory {
  const parts = area
    .toUpperCase()
    .split(/[\s,;]+/)
    .filter((part) => part !== '');
  return {
    id,
    name,
    ownerId,
    states: parts.filter((part) => !/^\d/.test(part)),
    zipPrefixes: parts.filter((part) => /^\d/.test(part)),
  };
}

/** Returns what is wrong with the area of a territory; `undefined` when nothing is. */
function areaProblem(edited: EditedTerritory): string | undefined {
  const { states, zipPrefixes } = toTerritory(edited);
  const unknown = [
    ...states.filter((state) => !isStateCode(state)),
    ...zipPrefixes.filter((prefix) => !isZipPrefix(prefix)),
  ];
  return unknown.length === 0
    ? undefined
    : `Not a state or ZIP prefix: ${unknown.join(', ')}. Enter states as two letters and ZIP prefixes as 1 to 5 digits.`;
}

/** Form for the sales territories with their states, ZIP prefixes and owners. */
export function TerritoriesForm({ answer }: { answer: SettingsAnswer }) {
  const [edited, setEdited] = useState<EditedTerritory[]>();
  const [typedId, setTypedId] = useState<string>();
  const { data: people = [], isSuccess } = useQuery(peopleQuery);
  const territories =
    edited ?? salesSettingsSchema.parse(answer.settings).salesTerritories.map(toEdited);
  const put = (id: string, part: Partial<EditedTerritory>) =>
    setEdited(territories.map((each) => (each.id === id ? { ...each, ...part } : each)));
  return (
    <SettingsForm
      answer={answer}
      change={{ salesTerritories: territories.map(toTerritory) }}
      onSaved={() => setEdited(undefined)}
    >
      <Text size="sm">
        A prospect belongs to the territory with the longest matching ZIP prefix, otherwise to the
        territory of its state. Links and saved views follow a renamed territory.
      </Text>
      {territories.length === 0 && (
        <Text size="sm" c="dimmed">
          No territories yet. Add one to assign prospects by territory.
        </Text>
      )}
      {territories.map(({ id, name, area, ownerId }, at) => (
        <Stack key={id} gap={6} component="section" aria-label={`Territory ${at + 1}`}>
          <TextInput
            label="Name"
            maxLength={salesSettingsLimits.territoryName}
            value={name}
            onChange={(event) => put(id, { name: event.currentTarget.value })}
          />
          <TextInput
            label="States and ZIP prefixes"
            placeholder="CT, MA, 061"
            error={id === typedId ? undefined : areaProblem({ id, name, area, ownerId })}
            onFocus={() => setTypedId(id)}
            onBlur={() => setTypedId(undefined)}
            value={area}
            onChange={(event) => put(id, { area: event.currentTarget.value })}
          />
          <PersonSelect
            label="Owner"
            value={
              ownerId === null
                ? null
                : (people.find((person) => person.id === ownerId) ?? {
                    id: ownerId,
                    name: isSuccess ? 'A former user' : 'Loading…',
                  })
            }
            onChange={(person) => put(id, { ownerId: person?.id ?? null })}
          />
          <Group>
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              onClick={() => setEdited(territories.filter((each) => each.id !== id))}
            >
              Remove {name === '' ? 'territory' : name}
            </Button>
          </Group>
        </Stack>
      ))}
      <Group>
        <Button
          variant="default"
          size="xs"
          onClick={() =>
            setEdited([
              ...territories,
              { id: crypto.randomUUID(), name: '', area: '', ownerId: null },
            ])
          }
        >
          Add territory
        </Button>
      </Group>
    </SettingsForm>
  );
}
