import { NumberInput } from '@mantine/core';
import { useState } from 'react';
import type { SettingsAnswer } from '#shared/core/settings/app-settings.ts';
import {
  type RouteSettings,
  routeSettingRanges,
  routeSettingsSchema,
} from '#shared/map/route/settings.ts';
import { SettingsForm } from '#web/ui/settings/SettingsForm.tsx';
import type { SettingsSection } from '#web/ui/settings/settings-section.ts';

/** Form for the estimate of driving and the length of visits. */
function RouteSettingsForm({ answer }: { answer: SettingsAnswer }) {
  const [edited, setEdited] = useState<Partial<RouteSettings>>({});
  const change = { ...routeSettingsSchema.parse(answer.settings), ...edited };
  const edit = (values: Partial<RouteSettings>) => setEdited({ ...edited, ...values });
  return (
    <SettingsForm answer={answer} change={change} onSaved={() => setEdited({})}>
      <NumberInput
        label="Road miles for each mile of the straight line"
        decimalScale={2}
        step={0.1}
        {...routeSettingRanges.detourFactor}
        value={change.routeDetourFactor}
        onChange={(value) => typeof value === 'number' && edit({ routeDetourFactor: value })}
      />
      <NumberInput
        label="Average driving speed"
        suffix=" mph"
        allowDecimal={false}
        {...routeSettingRanges.milesPerHour}
        value={change.routeMilesPerHour}
        onChange={(value) => typeof value === 'number' && edit({ routeMilesPerHour: value })}
      />
      <NumberInput
        label="Length of a visit"
        suffix=" minutes"
        allowDecimal={false}
        {...routeSettingRanges.visitMinutes}
        value={change.routeVisitMinutes}
        onChange={(value) => typeof value === 'number' && edit({ routeVisitMinutes: value })}
      />
    </SettingsForm>
  );
}

export const settingsSections: readonly SettingsSection[] = [
  { title: 'Routes', order: 6, Form: RouteSettingsForm },
];
