import { useQuery } from '@tanstack/react-query';
import { companyLine, getCompany } from '#shared/core/settings/desk-settings.ts';
import { endpointQuery } from '#web/core/api.ts';

/** Who made the sheet, at its foot; nothing where nobody has said it. */
export function CompanyLine() {
  const { data } = useQuery(endpointQuery(getCompany));
  if (data === undefined || data.name === '') return null;
  return <footer>{companyLine(data)}</footer>;
}
