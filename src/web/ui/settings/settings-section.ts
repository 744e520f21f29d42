import type { ComponentType } from 'react';
import type { SettingsAnswer } from '#shared/core/settings/app-settings.ts';

/** Section of the settings page with the settings of a room. */
export interface SettingsSection {
  title: string;
  /** Position on the page. */
  order: number;
  Form: ComponentType<{ answer: SettingsAnswer }>;
}
