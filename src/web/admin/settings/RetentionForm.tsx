import { NumberInput, Text } from '@mantine/core';
import { useState } from 'react';
import type { SettingsAnswer } from '#shared/admin/settings/settings.ts';
import { type RetentionSetting, retentionDays, retentionSettings } from '#shared/core/settings/desk-settings.ts';
import { SettingForm } from './SettingForm.tsx';

const words: Record<RetentionSetting, { label: string; what: string }> = {
  runDays: { label: 'Runs of jobs', what: 'After they ended, with their logs' },
  sessionDays: { label: 'Ended sessions', what: 'After their last use; each person’s newest stays, for “last seen”' },
  signInDays: { label: 'Record of sign-ins', what: 'Who signed in, was refused or signed out' },
  importDays: { label: 'Records of imports', what: 'After they ended; what they imported stays' },
};

/** Form for retention periods. Changes need the approval of a second administrator. */
export function RetentionForm({ answer: { settings, ...answer } }: { answer: SettingsAnswer }) {
  const [typed, setTyped] = useState<Partial<Record<RetentionSetting, number | string>>>({});
  const daysOf = (key: RetentionSetting) => {
    const value = typed[key];
    return typeof value === 'number' ? value : settings[key];
  };
  const change = Object.fromEntries(retentionSettings.map((key) => [key, daysOf(key)]));
  return (
    <SettingForm
      answer={{ settings, ...answer }}
      change={change}
      onSaved={() => setTyped({})}
      button={answer.needsSecondPerson ? 'Propose' : 'Save'}
    >
      {retentionSettings.map((key) => (
        <NumberInput
          key={key}
          label={words[key].label}
          description={`${words[key].what}. From ${retentionDays[key].least} to ${retentionDays[key].most.toLocaleString('en-US')} days.`}
          suffix=" days"
          min={retentionDays[key].least}
          max={retentionDays[key].most}
          allowDecimal={false}
          value={typed[key] ?? settings[key]}
          onChange={(value) => setTyped((before) => ({ ...before, [key]: value }))}
        />
      ))}
      <Text size="sm" c="dimmed">
        Older ones are deleted every night, runs of jobs within the hour.{' '}
        {answer.needsSecondPerson
          ? 'Another administrator has to approve a change.'
          : 'You are the only administrator, so a change counts at once. With another one it waits for approval.'}
      </Text>
    </SettingForm>
  );
}
