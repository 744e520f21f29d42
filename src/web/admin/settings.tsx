import type { SettingsPart } from '#web/ui/settings/settings-part.ts';
import { RetentionForm } from './retention/RetentionForm.tsx';
import { CompanyForm } from './settings/CompanyForm.tsx';

export const settingsParts: readonly SettingsPart[] = [
  { title: 'Company', order: 1, Form: CompanyForm },
  { title: 'Retention', order: 4, Form: RetentionForm },
];
