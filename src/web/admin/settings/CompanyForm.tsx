import { Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { SettingsAnswer } from '#shared/core/settings/app-settings.ts';
import {
  type Company,
  companySettingsSchema,
  maxCompanyAddressLength,
  maxCompanyNameLength,
} from '#shared/core/settings/company.ts';
import { SettingsForm } from '#web/ui/settings/SettingsForm.tsx';

/** Form for the company's name and address on printed pages. */
export function CompanyForm({ answer }: { answer: SettingsAnswer }) {
  const [typed, setTyped] = useState<Company>();
  const company = typed ?? companySettingsSchema.parse(answer.settings).company;
  return (
    <SettingsForm answer={answer} change={{ company }} onSaved={() => setTyped(undefined)}>
      <TextInput
        label="Name"
        description="Printed at the bottom of prep sheets and insights pages."
        maxLength={maxCompanyNameLength}
        value={company.name}
        onChange={(event) => setTyped({ ...company, name: event.currentTarget.value })}
      />
      <Textarea
        label="Address"
        autosize
        minRows={2}
        maxLength={maxCompanyAddressLength}
        value={company.address}
        onChange={(event) => setTyped({ ...company, address: event.currentTarget.value })}
      />
    </SettingsForm>
  );
}
