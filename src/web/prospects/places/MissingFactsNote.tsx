import { Button, Group, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { prospectFactLabels } from '#shared/prospects/changes.ts';
import type { ProspectProfile } from '#shared/prospects/profile.ts';

const MatchNppesDialog = lazy(async () => ({
  default: (await import('./MatchNppesDialog.tsx')).MatchNppesDialog,
}));

/** Facts that score, distance and duplicates need. */
const neededFields = ['address', 'businessType', 'phone'] as const;

/** Note that names the missing facts of a prospect, and how to add them. */
export function MissingFactsNote({ profile }: { profile: ProspectProfile }) {
  const [isMatching, setMatching] = useState(false);
  const { prospect, facts, isPlaceIdOnly, canMatchNppes } = profile;
  const missing = neededFields.filter((field) =>
    facts.some((fact) => fact.field === field && fact.value === null),
  );
  const isShown = missing.length > 0 && (isPlaceIdOnly || canMatchNppes);
  return (
    <>
      {isShown && (
        <Group gap="sm" mb="sm" align="center">
          <Text size="sm">
            {isPlaceIdOnly && 'Facts from Google Maps can’t be saved. '}
            Missing: {missing.map((field) => prospectFactLabels[field]).join(', ')}. Score, distance
            and duplicates need them. Enter them
            {canMatchNppes ? ', or take them from the NPPES record.' : '.'}
          </Text>
          {canMatchNppes && (
            <Button size="xs" variant="default" onClick={() => setMatching(true)}>
              Match NPPES record
            </Button>
          )}
        </Group>
      )}
      <Suspense>
        {isMatching && <MatchNppesDialog prospect={prospect} onClose={() => setMatching(false)} />}
      </Suspense>
    </>
  );
}
