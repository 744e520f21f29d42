import { NumberInput, Text } from '@mantine/core';
import { useState } from 'react';
import type { SettingsAnswer } from '#shared/admin/settings/settings.ts';
import {
  type RetentionSetting,
  retentionDays,
  retentionSettings,
} from '#shared/core/settings/desk-settings.ts';
import { numberText } from '#shared/core/words.ts';
import { SettingForm } from './SettingForm.tsx';

const words: Record<RetentionSetting, { label: string; what: string }> = {
  runDays: { label: 'Job runs', what: 'Runs and their logs, counted from the end of the run' },
  sessionDays: {
    label: 'Ended sessions',
    what: 'Counted from the last use. Each user’s newest session is kept to show when they were last seen',
  },
  signInDays: { label: 'Sign-in records', what: 'Sign-ins, refused sign-ins and sign-outs' },
  importDays: {
    label: 'Import records',
    what: 'Counted from the end of the import. The imported data is kept',
  },
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
          description={`${words[key].what}. Allowed: ${retentionDays[key].least} to ${numberText(retentionDays[key].most)} days.`}
          suffix=" days"
          min={retentionDays[key].least}
          max={retentionDays[key].most}
          allowDecimal={false}
          value={typed[key] ?? settings[key]}
          onChange={(value) => setTyped((before) => ({ ...before, [key]: value }))}
        />
      ))}
      <Text size="sm" c="dimmed">
        Older records are deleted every night, and job runs within an hour.{' '}
        {answer.needsSecondPerson
          ? 'Another administrator has to approve changes.'
          : 'You are the only administrator, so changes apply at once. With a second administrator, they need approval.'}
      </Text>
    </SettingForm>
  );
}
