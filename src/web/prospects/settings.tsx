import type { SettingsSection } from '#web/ui/settings/settings-section.ts';
import { ExitCriteriaForm } from './settings/ExitCriteriaForm.tsx';
import { ScoreSettingsForm } from './settings/ScoreSettingsForm.tsx';
import { TerritoriesForm } from './settings/TerritoriesForm.tsx';

export const settingsSections: readonly SettingsSection[] = [
  { title: 'Prospect score', order: 7, Form: ScoreSettingsForm },
  { title: 'Sales territories', order: 8, Form: TerritoriesForm },
  { title: 'Exit checklists', order: 9, Form: ExitCriteriaForm },
];
