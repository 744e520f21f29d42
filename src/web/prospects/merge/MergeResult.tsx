import { Paper, Stack, Text, Title } from '@mantine/core';
import type { ComparedProspect, ProspectPair } from '#shared/prospects/merge.ts';
import { attachedText, type MergePlan, workFields, workText } from './merge-choices.ts';

/** Prospect that the merge leaves: its values, what moves to it, and what happens to the other one. */
export function MergeResult({ pair, plan }: { pair: ProspectPair; plan: MergePlan }) {
  const { kept, away } = plan;
  const factTexts = plan.facts.flatMap(({ values, side, field }) =>
    field === 'name' ? [] : (values[side].value ?? []),
  );
  const workTexts = workFields.flatMap((field) => workText(pair[plan.work[field]], field) ?? []);
  const moved = attachedText(pair[away]);
  const suppressed = [pair[kept], pair[away]].filter(({ doNotContact }) => doNotContact !== null);
  return (
    <Paper withBorder p="sm" component="section" aria-label="Result">
      <Title order={3} size="h5" mb={4}>
        Result: {resultName(pair, plan)}
      </Title>
      <Stack gap={4}>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {factTexts.join(' · ')}
        </Text>
        <Text size="sm">{workTexts.join(' · ')}</Text>
        <Text size="sm">
          {moved === ''
            ? 'The merged prospect has no notes, tasks or changes to move.'
            : `Moves to it: ${moved}.`}{' '}
          The page of the merged prospect then opens this one, and imports still recognize both.
        </Text>
        {suppressed.length > 0 && (
          <Text size="sm">Do not contact stays: {suppressed.map(reasonText).join(', ')}.</Text>
        )}
      </Stack>
    </Paper>
  );
}

const reasonText = ({ doNotContact }: ComparedProspect): string => `“${doNotContact}”`;

/** Returns the name of the prospect that the merge leaves. */
export function resultName(pair: ProspectPair, { kept, facts }: MergePlan): string {
  const name = facts.find(({ field }) => field === 'name');
  return (name === undefined ? null : name.values[name.side].value) ?? pair[kept].name;
}
