import { z } from 'zod';
import { endpoint, textSchema } from '../endpoint.ts';

export const maxCompanyNameLength = 120;
export const maxCompanyAddressLength = 300;

/**
 * Our company as printed on documents for customers. The fields are empty until an administrator
 * sets them.
 */
const companySchema = z.strictObject({
  name: textSchema.trim().max(maxCompanyNameLength),
  address: textSchema.trim().max(maxCompanyAddressLength),
});
export type Company = z.output<typeof companySchema>;

export const companySettingsSchema = z.object({
  company: companySchema.default({ name: '', address: '' }).meta({ title: 'Company' }),
});

/** Formats our company as a line for the end of documents; empty without a company name. */
export const companyFooterLine = ({ name, address }: Company): string =>
  name === ''
    ? ''
    : [name, ...address.split('\n')].filter((part) => part.trim() !== '').join(' · ');

export const getCompany = endpoint({
  method: 'GET',
  path: '/api/admin/company',
  summary: 'Name and address of our company, for documents',
  response: companySchema,
});
