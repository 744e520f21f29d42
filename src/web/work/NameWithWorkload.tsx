import { lazy, Suspense } from 'react';

const PersonWorkload = lazy(async () => ({
  default: (await import('./PersonWorkload.tsx')).PersonWorkload,
}));

interface Properties {
  name: string;
  /** Id of the user; `null` for no user. */
  personId: string | null;
}

/** Name of a user with the hours of work in the next seven days. */
export const NameWithWorkload = ({ name, personId }: Properties) => (
  <span>
    {name}
    <Suspense>{personId !== null && <PersonWorkload personId={personId} />}</Suspense>
  </span>
);
