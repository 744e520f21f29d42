import { Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { SettingsAnswer } from '#shared/admin/settings/settings.ts';
import { longestCompanyAddress, longestCompanyName } from '#shared/core/desk-settings.ts';
import { SettingForm } from './SettingForm.tsx';

/** What our company is called on papers. */
export function CompanyForm({ answer }: { answer: SettingsAnswer }) {
  const [company, setCompany] = useState(answer.settings.company);
  return (
    <SettingForm answer={answer} change={{ company }}>
      <TextInput
        label="Name"
        description="Stands at the foot of printed prep sheets."
        maxLength={longestCompanyName}
        value={company.name}
        onChange={(event) => setCompany({ ...company, name: event.currentTarget.value })}
      />
      <Textarea
        label="Address"
        autosize
        minRows={2}
        maxLength={longestCompanyAddress}
        value={company.address}
        onChange={(event) => setCompany({ ...company, address: event.currentTarget.value })}
      />
    </SettingForm>
  );
}
