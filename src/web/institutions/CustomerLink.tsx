import { Anchor } from '@mantine/core';
import type { MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '#shared/core/pages/paths.ts';
import { type InstitutionReference, useInstitutionModal } from './institution-modal.ts';

interface Properties {
  institutionId: number;
  /** Customers that the dialog's previous and next buttons move through. */
  among: readonly InstitutionReference[];
  children: ReactNode;
}

const opensNewTab = ({ metaKey, ctrlKey, shiftKey, button }: MouseEvent): boolean =>
  metaKey || ctrlKey || shiftKey || button !== 0;

/** Link to a customer's page. A plain click opens the customer's dialog instead. */
export function CustomerLink({ institutionId, among, children }: Properties) {
  const openInstitution = useInstitutionModal();
  function open(event: MouseEvent) {
    if (opensNewTab(event)) return;
    event.preventDefault();
    openInstitution(institutionId, among);
  }
  return (
    <Anchor
      component={Link}
      to={paths.institutionOverview(institutionId)}
      inherit
      fw={550}
      onClick={open}
    >
      {children}
    </Anchor>
  );
}
