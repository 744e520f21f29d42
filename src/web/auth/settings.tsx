import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import { TagsInput, Text } from '@mantine/core';
import { useState } from 'react';
import { maxAllowedDomains, signInSettingsSchema } from '#shared/auth/sign-in-settings-schema.ts';
import type { SettingsAnswer } from '#shared/core/settings/app-settings.ts';
import { SettingsForm } from '#web/ui/settings/SettingsForm.tsx';
import type { SettingsSection } from '#web/ui/settings/settings-section.ts';

/** Form for the domains whose users may sign in. */
function DomainsForm({ answer }: { answer: SettingsAnswer }) {
  const [typed, setTyped] = useState<string[]>();
  const allowedDomains = typed ?? signInSettingsSchema.parse(answer.settings).allowedDomains;
  const { allowedDomains: configured } = signInSettingsSchema.parse(answer.byEnvironment);
  if (configured.length > 0)
    return (
      <Text size="sm">
        Users of {configured.join(', ')} may sign in. ALLOWED_EMAIL_DOMAINS in the server’s
        environment sets these domains. To change them, edit that variable and restart Chairside.
      </Text>
    );
  return (
    <SettingsForm answer={answer} change={{ allowedDomains }} onSaved={() => setTyped(undefined)}>
      <TagsInput
        label="Allowed domains"
        description="For example, example.com. Include your own domain. If the list is empty, every verified address may sign in. For Google accounts, the domain of the organization is checked."
        maxTags={maxAllowedDomains}
        value={allowedDomains}
        onChange={(domains) => setTyped(domains.map((domain) => domain.trim().toLowerCase()))}
      />
    </SettingsForm>
  );
}

export const settingsSections: readonly SettingsSection[] = [
  { title: 'Sign-in', order: 2, Form: DomainsForm },
];
