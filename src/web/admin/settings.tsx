import type { SettingsSection } from '#web/ui/settings/settings-section.ts';
import { RetentionForm } from './retention/RetentionForm.tsx';
import { CompanyForm } from './settings/CompanyForm.tsx';

export const settingsSections: readonly SettingsSection[] = [
  { title: 'Company', order: 1, Form: CompanyForm },
  { title: 'Retention', order: 4, Form: RetentionForm },
];
