import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import type { DiscoveredPlace } from '#shared/prospects/prospects.ts';
import { addProspectMutation } from '#web/prospects/data.ts';
import { errorText } from '#web/ui/sending/error-text.ts';
import { customersAmongChoices, type SearchChoice, type SelectionHandlers } from './choices.ts';
import { selectProspect, selectResult } from './select.ts';

const toastTime = 3000;

/**
 * Selects a row. A discovered place that is not a customer is first saved as a prospect, with a
 * toast.
 */
export function useSelectChoice(
  selecting: SelectionHandlers,
): (choice: SearchChoice, choices: readonly SearchChoice[]) => void {
  const { mutateAsync: saveProspect } = useMutation(addProspectMutation);

  async function pickPlace({ placeId, name, alreadyProspect }: DiscoveredPlace) {
    try {
      const prospect = await saveProspect(placeId);
      if (!alreadyProspect)
        notifications.show({ title: '✨ Added to Prospects', message: name, autoClose: toastTime });
      selectProspect(prospect, selecting);
    } catch (error) {
      const reason = error instanceof Error ? errorText(error) : String(error);
      notifications.show({
        color: 'red',
        title: `Couldn’t add ${name} to prospects`,
        message: `${reason.replace(/\.?$/, '.')} Search for it again to retry.`,
      });
    }
  }

  return (choice, choices) => {
    const found = customersAmongChoices(choices);
    if (choice.kind === 'local') selectResult(choice.result, selecting, found);
    else if (choice.place.customerId === null) void pickPlace(choice.place);
    else selecting.onSelectInstitution(choice.place.customerId, [], found);
  };
}
