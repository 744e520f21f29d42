import { NumberInput, Text } from '@mantine/core';
import { useState } from 'react';
import {
  retentionLimits,
  retentionSettingsSchema,
} from '#shared/admin/retention/retention-settings-schema.ts';
import {
  conversationRetention,
  conversationSettingsSchema,
} from '#shared/assistant/conversation-settings.ts';
import { jobRunRetention, jobSettingsSchema } from '#shared/core/jobs/job-settings-schema.ts';
import type { SettingsAnswer } from '#shared/core/settings/app-settings.ts';
import { numberText } from '#shared/core/words.ts';
import { SettingsForm } from '#web/ui/settings/SettingsForm.tsx';

const limits = {
  runDays: jobRunRetention,
  conversationDays: conversationRetention,
  ...retentionLimits,
};
type RetentionSetting = keyof typeof limits;
const retentionKeys = [
  'runDays',
  'sessionDays',
  'signInDays',
  'importDays',
  'conversationDays',
] as const;

const words: Record<RetentionSetting, { label: string; what: string }> = {
  runDays: { label: 'Job runs', what: 'Job runs and their logs, counted from the end of the run' },
  sessionDays: {
    label: 'Ended sessions',
    what: 'Sessions, counted from their last use. Each user’s newest session is kept to show when the user was last seen',
  },
  signInDays: { label: 'Sign-in records', what: 'Sign-ins, refused sign-ins and sign-outs' },
  importDays: {
    label: 'Import records',
    what: 'Records of imports, counted from the end of the import. The imported data is kept',
  },
  conversationDays: {
    label: 'Conversations with the AI Assistant',
    what: 'Conversations of all users, counted from the last question of each conversation. The questions are stored, but not the answers',
  },
};

/** Form for retention periods. A changed period needs the approval of a second administrator. */
export function RetentionForm({ answer }: { answer: SettingsAnswer }) {
  const settings = {
    ...jobSettingsSchema.parse(answer.settings),
    ...conversationSettingsSchema.parse(answer.settings),
    ...retentionSettingsSchema.parse(answer.settings),
  };
  const [typed, setTyped] = useState<Partial<Record<RetentionSetting, number | string>>>({});
  const daysOf = (key: RetentionSetting) => {
    const value = typed[key];
    return typeof value === 'number' ? value : settings[key];
  };
  const change = Object.fromEntries(retentionKeys.map((key) => [key, daysOf(key)]));
  return (
    <SettingsForm
      answer={answer}
      change={change}
      onSaved={() => setTyped({})}
      button={answer.needsSecondPerson ? 'Propose' : 'Save'}
    >
      {retentionKeys.map((key) => (
        <NumberInput
          key={key}
          label={words[key].label}
          description={`${words[key].what}. Allowed: ${limits[key].least} to ${numberText(limits[key].most)} days.`}
          suffix=" days"
          min={limits[key].least}
          max={limits[key].most}
          allowDecimal={false}
          value={typed[key] ?? settings[key]}
          onChange={(value) => setTyped((before) => ({ ...before, [key]: value }))}
        />
      ))}
      <Text size="sm" c="dimmed">
        Older records are deleted every night. Older job runs are deleted within an hour.{' '}
        {answer.needsSecondPerson
          ? 'Another administrator has to approve changes to these periods.'
          : 'You are the only administrator, so changes apply immediately. Once there is a second administrator, changes need approval.'}
      </Text>
    </SettingsForm>
  );
}
