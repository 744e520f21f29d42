import { NumberInput, Text } from '@mantine/core';
import { useState } from 'react';
import type { SettingsAnswer } from '#shared/admin/settings/settings.ts';
import { runDays as limits } from '#shared/core/desk-settings.ts';
import { SettingForm } from './SettingForm.tsx';

/** How long runs of jobs are kept; a second administrator has to approve a change. */
export function RetentionForm({ answer }: { answer: SettingsAnswer }) {
  const [runDays, setRunDays] = useState<number | string>(answer.settings.runDays);
  return (
    <SettingForm
      answer={answer}
      change={{ runDays: typeof runDays === 'number' ? runDays : answer.settings.runDays }}
      button={answer.needsSecondPerson ? 'Propose' : 'Save'}
    >
      <NumberInput
        label="Runs of jobs"
        description={`From ${limits.least} to ${limits.most} days after they ended. Older ones are deleted within the hour.`}
        suffix=" days"
        min={limits.least}
        max={limits.most}
        allowDecimal={false}
        value={runDays}
        onChange={setRunDays}
      />
      <Text size="sm" c="dimmed">
        {answer.needsSecondPerson
          ? 'Another administrator has to approve a change.'
          : 'You are the only administrator, so a change counts at once. With another one it waits for approval.'}
      </Text>
    </SettingForm>
  );
}
