import { Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { SettingsAnswer } from '#shared/admin/settings/settings.ts';
import { type InsightsAccess, insightsAccesses } from '#shared/core/settings/desk-settings.ts';
import { SettingForm } from './SettingForm.tsx';

const words: Record<InsightsAccess, { label: string; what: string }> = {
  signed: {
    label: 'With a link',
    what: 'A practice needs a link created on its page. Links expire, and you can revoke them at any time.',
  },
  open: {
    label: 'Open',
    what: 'Anyone with the address can read the page. Addresses contain a number, so addresses of other practices can be guessed.',
  },
};

/** Form for access to insights: with or without a signed link. */
export function InsightsAccessForm({ answer }: { answer: SettingsAnswer }) {
  const [chosen, setChosen] = useState<InsightsAccess>();
  const said = answer.byEnvironment.insightsAccess;
  if (said !== null)
    return (
      <Text size="sm">
        {words[said].label}: {words[said].what} Set by INSIGHTS_ACCESS in the environment, which
        takes precedence: change it there and restart Chairside.
      </Text>
    );
  const insightsAccess = chosen ?? answer.settings.insightsAccess;
  return (
    <SettingForm answer={answer} change={{ insightsAccess }} onSaved={() => setChosen(undefined)}>
      <Radio.Group
        label="Access"
        description="An insights page shows a practice its own figures compared with similar practices."
        value={insightsAccess ?? answer.insightsAccess}
        onChange={(value) => setChosen(insightsAccesses.find((access) => access === value))}
      >
        <Stack gap="xs" mt="xs">
          {insightsAccesses.map((access) => (
            <Radio
              key={access}
              value={access}
              label={words[access].label}
              description={words[access].what}
            />
          ))}
        </Stack>
      </Radio.Group>
    </SettingForm>
  );
}
