import { Modal } from '@mantine/core';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '#shared/core/pages/paths.ts';
import type { Prospect } from '#shared/prospects/prospects.ts';
import {
  type InstitutionReference,
  useInstitutionModal,
} from '#web/institutions/institution-modal.ts';
import { delayBeforeMapEventMs, sendMapEvent } from '#web/map/events.ts';
import { useOpenProspectDialog } from '#web/prospects/prospect-dialog.ts';
import { prospectCoordinates } from '#web/search/practice-from-prospect.ts';
import { SearchBox } from '#web/search/SearchBox.tsx';
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts';
import { usePage } from '../page.ts';
import { useShowPracticesNearMe } from './use-show-practices-near-me.ts';

interface Properties {
  onClose: () => void;
  /** Name of the last selected result. */
  picked: string;
  onPicked: (name: string) => void;
}

/**
 * Search dialog that opens over the current page. A selected customer opens in the customer dialog.
 * Prospects and the user's location are shown on the map.
 */
export function SearchOverlay({ onClose, picked, onPicked }: Properties) {
  useFocusBack();
  const openInstitution = useInstitutionModal();
  const openProspect = useOpenProspectDialog();
  const { isMap } = usePage();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const showNearMe = useShowPracticesNearMe();

  function showProspect(prospect: Prospect) {
    onClose();
    const isThere = pathname === paths.map;
    if (!isThere) void navigate(paths.map);
    const place = prospectCoordinates(prospect);
    if (place === null) openProspect(prospect);
    else {
      const show = () =>
        sendMapEvent('focus-prospect', {
          prospectId: prospect.prospectId,
          name: prospect.name,
          ...place,
        });
      setTimeout(show, isThere ? 0 : delayBeforeMapEventMs);
    }
  }

  function showInstitution(
    institutionId: number,
    place: { latitude: number | null; longitude: number | null } | undefined,
    found: readonly InstitutionReference[],
  ) {
    onClose();
    if (isMap && place?.latitude != null && place.longitude != null) {
      sendMapEvent('focus-practice', {
        latitude: place.latitude,
        longitude: place.longitude,
        institutionId,
      });
    }
    openInstitution(institutionId, found);
  }

  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      attributes={{ content: { 'aria-label': 'Search' } }}
      size={680}
      padding="sm"
      yOffset="8dvh"
    >
      <SearchBox
        autoFocus
        text={picked}
        onTextPicked={onPicked}
        onSelectInstitution={(institutionId, [first], found) =>
          showInstitution(institutionId, first, found)
        }
        onSelectPractice={(practice, found) =>
          showInstitution(practice.institutionId, practice, found)
        }
        onSelectProspect={showProspect}
        onLocationRequest={() => {
          onClose();
          showNearMe();
        }}
      />
    </Modal>
  );
}
