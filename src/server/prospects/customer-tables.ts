import {
  type CustomerTables,
  collisionsSetAside,
} from '#server/institutions/customer-table-rules.ts';

export const prospectCustomerTables: CustomerTables = {
  place_link: collisionsSetAside,
};
