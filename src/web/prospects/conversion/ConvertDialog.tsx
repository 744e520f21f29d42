import { Button, Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { addDays } from '#shared/core/dates.ts';
import type { Person } from '#shared/core/person.ts';
import type { ProductKey } from '#shared/core/products.ts';
import {
  type ConversionDraft,
  type ConversionFacts,
  type CustomerChoice,
  defaultGoLiveDays,
} from '#shared/prospects/conversion.ts';
import type { ListedProspect } from '#shared/prospects/rows.ts';
import { ApiError } from '#web/core/api.ts';
import { useToday } from '#web/core/days.ts';
import { DialogButtons } from '#web/ui/dialog/DialogButtons.tsx';
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { LoadingSkeleton, SkeletonBlock } from '#web/ui/page/LoadingSkeleton.tsx';
import { SendError } from '#web/ui/sending/SendError.tsx';
import { createSubmitHandler } from '#web/ui/sending/sending.ts';
import { PersonSelect } from '#web/work/PersonSelect.tsx';
import { CandidateChoice, type CustomerChoiceValue } from './CandidateChoice.tsx';
import { conversionDraftQuery, type TypedFacts, useConvertProspect } from './data.ts';
import { NewCustomerFields } from './NewCustomerFields.tsx';
import { ProductChecks } from './ProductChecks.tsx';

interface Properties {
  prospect: ListedProspect;
  /** Id of the customer that is preselected if it may be the same practice. */
  sameAs: number | undefined;
  onClose: () => void;
}

/** Dialog that converts a prospect to a new customer, or links it to an existing one. */
export function ConvertDialog({ prospect, sameAs, onClose }: Properties) {
  useFocusBack();
  const [typed, setTyped] = useState<TypedFacts>({});
  const draft = useQuery(conversionDraftQuery(prospect.prospectId, typed));
  // The form stays with the last draft while another is loaded or could not be, and keeps its
  // entries.
  const [lastDraft, setLastDraft] = useState(draft.data);
  if (draft.data !== undefined && draft.data !== lastDraft) setLastDraft(draft.data);
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Convert ${prospect.name} to a customer`}
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {draft.error !== null && (
        <ErrorState
          title={
            lastDraft === undefined
              ? 'Couldn’t load the conversion'
              : 'Couldn’t check again for customers that may be the same practice'
          }
          error={draft.error}
          onRetry={() => draft.refetch()}
        />
      )}
      {draft.isPending && lastDraft === undefined && (
        <LoadingSkeleton label="Loading facts">
          <SkeletonBlock height={420} />
        </LoadingSkeleton>
      )}
      {lastDraft !== undefined && (
        <ConvertForm
          prospect={prospect}
          sameAs={sameAs}
          draft={lastDraft}
          onSearchAgain={setTyped}
          onClose={onClose}
        />
      )}
    </Modal>
  );
}

const textOrNull = (text: string): string | null => (text.trim() === '' ? null : text);

function ConvertForm({
  prospect,
  sameAs,
  draft,
  onSearchAgain,
  onClose,
}: Properties & { draft: ConversionDraft; onSearchAgain: (typed: TypedFacts) => void }) {
  const today = useToday();
  const { candidates, version, practiceTypes, locationCount, ownersAreElsewhere } = draft;
  const [choice, setChoice] = useState<CustomerChoiceValue | undefined>(sameAs);
  const [facts, setFacts] = useState(draft.facts);
  const [goLiveOn, setGoLiveOn] = useState(addDays(today, defaultGoLiveDays));
  const [owner, setOwner] = useState<Person | null>(draft.owner);
  const [products, setProducts] = useState<ProductKey[]>([]);
  const [isChecked, setIsChecked] = useState(false);
  const convert = useConvertProspect(prospect, onClose);
  // Candidates can change after a refused conversion, and then need another choice.
  const chosen =
    candidates.length === 0
      ? 'new'
      : choice === 'new' || candidates.some(({ institutionId }) => institutionId === choice)
        ? choice
        : undefined;
  const isMissingProducts = chosen === 'new' && products.length === 0;

  function send() {
    setIsChecked(true);
    if (chosen === undefined || owner === null || isMissingProducts || convert.isPending) return;
    const customer: CustomerChoice =
      chosen === 'new'
        ? {
            kind: 'new',
            ...facts,
            streetAddress: textOrNull(facts.streetAddress),
            ehr: textOrNull(facts.ehr),
            phone: textOrNull(facts.phone),
            goLiveOn,
            otherThan: candidates.map(({ institutionId }) => institutionId),
          }
        : { kind: 'existing', institutionId: chosen };
    convert.mutate(
      { version, customer, ownerId: owner.id, products },
      {
        onError: (error) => {
          if (!(error instanceof ApiError && error.status === 409)) return;
          setChoice(undefined);
          if (chosen === 'new') onSearchAgain(typedFacts(facts));
        },
      },
    );
  }

  return (
    <form onSubmit={createSubmitHandler(send)}>
      <Stack>
        {candidates.length > 0 && (
          <CandidateChoice candidates={candidates} value={chosen} onChange={setChoice} />
        )}
        {chosen === 'new' && (
          <NewCustomerFields
            facts={facts}
            goLiveOn={goLiveOn}
            today={today}
            practiceTypes={practiceTypes}
            locationCount={locationCount}
            onChange={(change) => setFacts({ ...facts, ...change })}
            onGoLiveChange={setGoLiveOn}
          />
        )}
        <ProductChecks
          value={products}
          isRequired={chosen === 'new'}
          error={isChecked && isMissingProducts ? 'Choose at least one product.' : undefined}
          onChange={setProducts}
        />
        <PersonSelect
          label={chosen === 'new' && !ownersAreElsewhere ? 'Owner' : 'Handover assignee'}
          value={owner}
          onChange={setOwner}
          description="Gets the task to hand over to onboarding, due in two working days."
          error={isChecked && owner === null ? 'Choose a user.' : undefined}
        />
        {ownersAreElsewhere && chosen === 'new' && (
          <Text size="sm" c="dimmed">
            Owners of customers come from the CRM. Create the company and its deal there.
          </Text>
        )}
        <SendError error={convert.error} />
        <DialogButtons onClose={onClose}>
          <Button type="submit" loading={convert.isPending} disabled={chosen === undefined}>
            Convert to customer
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  );
}

const typedFacts = ({ name, streetAddress, zip, phone }: ConversionFacts): TypedFacts => ({
  name,
  streetAddress,
  zip,
  phone,
});
