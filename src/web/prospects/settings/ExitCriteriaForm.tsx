import { Text, Textarea } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { SettingsAnswer } from '#shared/core/settings/app-settings.ts';
import {
  type ExitCriteria,
  type ExitCriterion,
  salesSettingsLimits,
  salesSettingsSchema,
} from '#shared/prospects/sales-settings.ts';
import { type ActiveProspectStage, activeProspectStages } from '#shared/prospects/stages.ts';
import { SettingsForm } from '#web/ui/settings/SettingsForm.tsx';

/** Returns criteria with a text on each line. A changed text in the same line keeps its id. */
function criteriaOfLines(lines: string, saved: readonly ExitCriterion[]): ExitCriterion[] {
  const texts = [
    ...new Set(
      lines
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== ''),
    ),
  ];
  return texts.map((text, at) => {
    const same = saved.find((criterion) => criterion.text === text);
    const changed = saved[at];
    const kept = same ?? (changed && !texts.includes(changed.text) ? changed : undefined);
    return { id: kept?.id ?? crypto.randomUUID(), text };
  });
}

/** Form for the exit checklists of the active stages. */
export function ExitCriteriaForm({ answer }: { answer: SettingsAnswer }) {
  const [edited, setEdited] = useState<Partial<Record<ActiveProspectStage, string>>>({});
  const exitCriteria = useMemo((): ExitCriteria => {
    const saved = salesSettingsSchema.parse(answer.settings).exitCriteria;
    const of = (stage: ActiveProspectStage) => {
      const lines = edited[stage];
      return lines === undefined ? saved[stage] : criteriaOfLines(lines, saved[stage]);
    };
    return {
      New: of('New'),
      Researching: of('Researching'),
      Contacted: of('Contacted'),
      Demo: of('Demo'),
      Proposal: of('Proposal'),
    };
  }, [answer.settings, edited]);
  return (
    <SettingsForm answer={answer} change={{ exitCriteria }} onSaved={() => setEdited({})}>
      <Text size="sm">
        One criterion on each line, at most {salesSettingsLimits.criteria} per stage. If you reword
        a line, its ticks stay. To start without ticks, delete the line, save, and add the new one.
      </Text>
      {activeProspectStages.map((stage) => (
        <Textarea
          key={stage}
          label={`Before leaving ${stage}`}
          autosize
          minRows={2}
          value={edited[stage] ?? exitCriteria[stage].map(({ text }) => text).join('\n')}
          onChange={(event) => setEdited({ ...edited, [stage]: event.currentTarget.value })}
        />
      ))}
    </SettingsForm>
  );
}
