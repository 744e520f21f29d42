import { useQuery } from '@tanstack/react-query';
import { companyFooterLine, getCompany } from '#shared/core/settings/company.ts';
import { endpointQuery } from '#web/core/api.ts';

/** Footer with our company's name and address. Renders nothing when they are not set. */
export function CompanyFooter() {
  const { data } = useQuery(endpointQuery(getCompany));
  if (data === undefined || data.name === '') return null;
  return <footer>{companyFooterLine(data)}</footer>;
}
