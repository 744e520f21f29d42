import { Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { SettingsAnswer } from '#shared/core/settings/app-settings.ts';
import {
  type InsightsPageAccessMode,
  insightsPageAccessModes,
  insightsSettingsSchema,
} from '#shared/insights/access-settings.ts';
import { SettingsForm } from '#web/ui/settings/SettingsForm.tsx';
import type { SettingsSection } from '#web/ui/settings/settings-section.ts';

const words: Record<InsightsPageAccessMode, { label: string; what: string }> = {
  signed: {
    label: 'With a link',
    what: 'Each practice needs its own link, which you create on the practice’s page. Links expire, and you can revoke them at any time.',
  },
  open: {
    label: 'Open',
    what: 'Anyone with the address can read the page. Addresses contain a number, so a visitor can guess the addresses of other practices.',
  },
};

/** Form for access to insights: with or without a signed link. */
function InsightsAccessForm({ answer }: { answer: SettingsAnswer }) {
  const [chosen, setChosen] = useState<InsightsPageAccessMode>();
  const { insightsAccess: configured } = insightsSettingsSchema.parse(answer.byEnvironment);
  if (configured !== null)
    return (
      <Text size="sm">
        {words[configured].label}: {words[configured].what} The server’s environment variable
        INSIGHTS_ACCESS sets this access. To change the access, edit the variable and restart
        Chairside.
      </Text>
    );
  const insightsAccess = chosen ?? insightsSettingsSchema.parse(answer.settings).insightsAccess;
  return (
    <SettingsForm answer={answer} change={{ insightsAccess }} onSaved={() => setChosen(undefined)}>
      <Radio.Group
        label="Access"
        description="An insights page shows a practice its own figures compared with similar practices."
        value={insightsAccess ?? insightsSettingsSchema.parse(answer.whileUnset).insightsAccess}
        onChange={(value) => setChosen(insightsPageAccessModes.find((access) => access === value))}
      >
        <Stack gap="xs" mt="xs">
          {insightsPageAccessModes.map((access) => (
            <Radio
              key={access}
              value={access}
              label={words[access].label}
              description={words[access].what}
            />
          ))}
        </Stack>
      </Radio.Group>
    </SettingsForm>
  );
}

export const settingsSections: readonly SettingsSection[] = [
  { title: 'Access to insights', order: 3, Form: InsightsAccessForm },
];
