import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { DiscoveredPlace, Prospect } from '#shared/prospects/prospects.ts';
import { addProspectMutation } from '#web/prospects/data.ts';
import { errorText } from '#web/ui/sending/error-text.ts';
import { customersAmongChoices, type SearchChoice, type SelectionHandlers } from './choices.ts';
import { selectProspect, selectResult } from './select.ts';
import type { DirectorySearch } from './use-places.ts';

const toastTime = 3000;

/** Place that needs a name before it can be saved, with the name of its directory. */
export interface PlaceToName {
  place: DiscoveredPlace;
  attribution: string;
}

interface ChoiceSelection {
  select: (choice: SearchChoice, choices: readonly SearchChoice[]) => void;
  /** Place whose name the user has to enter; `undefined` without one. */
  placeToName: PlaceToName | undefined;
  /** Announces and selects the prospect of `placeToName`. */
  finishNaming: (prospect: Prospect) => void;
  cancelNaming: () => void;
}

const announceAdded = (name: string) =>
  notifications.show({ title: '✨ Added to Prospects', message: name, autoClose: toastTime });

/**
 * Selects a row. A discovered place that is not a customer is first saved as a prospect, with a
 * toast. If facts of the directory must not be stored, the user enters a name first.
 */
export function useSelectChoice(
  selecting: SelectionHandlers,
  { attribution, isStorable }: Pick<DirectorySearch, 'attribution' | 'isStorable'>,
): ChoiceSelection {
  const { mutateAsync: saveProspect } = useMutation(addProspectMutation);
  const [placeToName, setPlaceToName] = useState<PlaceToName>();

  async function pickPlace(place: DiscoveredPlace) {
    const { placeId, name, alreadyProspect } = place;
    if (!isStorable && !alreadyProspect) {
      setPlaceToName({ place, attribution: attribution ?? 'this directory' });
      return;
    }
    try {
      const prospect = await saveProspect({ placeId });
      if (!alreadyProspect) announceAdded(name);
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

  function select(choice: SearchChoice, choices: readonly SearchChoice[]) {
    const found = customersAmongChoices(choices);
    if (choice.kind === 'local') selectResult(choice.result, selecting, found);
    else if (choice.place.customerId === null) void pickPlace(choice.place);
    else selecting.onSelectInstitution(choice.place.customerId, [], found);
  }

  return {
    select,
    placeToName,
    finishNaming(prospect) {
      setPlaceToName(undefined);
      announceAdded(prospect.name);
      selectProspect(prospect, selecting);
    },
    cancelNaming: () => setPlaceToName(undefined),
  };
}
