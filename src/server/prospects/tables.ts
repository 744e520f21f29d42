import { type CustomerTables, setAside } from '#server/institutions/customer-tables.ts';

export const prospectTables: CustomerTables = {
  place_link: setAside,
};
