import { Paper, Stack, Text, Title } from '@mantine/core';
import { type ProspectFactField, prospectFactLabels } from '#shared/prospects/changes.ts';
import type { ProspectPair } from '#shared/prospects/merge.ts';
import { attachedText, type MergePlan, workFields, workText } from './merge-choices.ts';

/** Fields whose values need no label. */
const plainFields: ReadonlySet<ProspectFactField> = new Set([
  'address',
  'businessType',
  'phone',
  'website',
]);

/**
 * Prospect that the merge leaves: its values, what moves to it, and what happens to the other one.
 */
export function MergeResult({ pair, plan }: { pair: ProspectPair; plan: MergePlan }) {
  const { kept, merged } = plan;
  const factTexts = plan.facts.flatMap(({ values, side, field }) => {
    const { value } = values[side];
    if (field === 'name' || value === null) return [];
    return [plainFields.has(field) ? value : `${prospectFactLabels[field]}: ${value}`];
  });
  const workTexts = workFields.flatMap((field) => workText(pair[plan.work[field]], field) ?? []);
  const moved = attachedText(pair[merged]);
  const reasons = new Set(
    [pair[kept], pair[merged]].flatMap(({ doNotContact }) => doNotContact ?? []),
  );
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
        {reasons.size > 0 && (
          <Text size="sm">
            Do not contact stays: {[...reasons].map((reason) => `“${reason}”`).join(', ')}.
          </Text>
        )}
      </Stack>
    </Paper>
  );
}

/** Returns the name of the prospect that the merge leaves. */
export function resultName(pair: ProspectPair, { kept, facts }: MergePlan): string {
  const name = facts.find(({ field }) => field === 'name');
  return (name === undefined ? null : name.values[name.side].value) ?? pair[kept].name;
}
