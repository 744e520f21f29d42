import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import { TagsInput, Text } from '@mantine/core';
import { useState } from 'react';
import type { SettingsAnswer } from '#shared/admin/settings/settings.ts';
import { maxDomains } from '#shared/core/settings/desk-settings.ts';
import { SettingForm } from './SettingForm.tsx';

/** Form for the domains whose users may sign in. */
export function DomainsForm({ answer }: { answer: SettingsAnswer }) {
  const [typed, setTyped] = useState<string[]>();
  const allowedDomains = typed ?? answer.settings.allowedDomains;
  const said = answer.byEnvironment.allowedDomains;
  if (said !== null)
    return (
      <Text size="sm">
        Users of {said.join(', ')} may sign in. Set by ALLOWED_EMAIL_DOMAINS in the environment,
        which takes precedence: change it there and restart Chairside.
      </Text>
    );
  return (
    <SettingForm answer={answer} change={{ allowedDomains }} onSaved={() => setTyped(undefined)}>
      <TagsInput
        label="Allowed domains"
        description="For example, example.com. If the list is empty, every verified address may sign in. For Google accounts, the organization’s domain counts. Include your own domain."
        maxTags={maxDomains}
        value={allowedDomains}
        onChange={(domains) => setTyped(domains.map((domain) => domain.trim().toLowerCase()))}
      />
    </SettingForm>
  );
}
