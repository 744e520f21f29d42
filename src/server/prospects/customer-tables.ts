import { type CustomerTables, collisionsSetAside } from '#server/institutions/customer-tables.ts';

export const prospectCustomerTables: CustomerTables = {
  place_link: collisionsSetAside,
};
