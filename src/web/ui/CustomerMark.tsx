import { use } from 'react';
import { CustomerMarkContext } from './customer-mark.ts';

/** Mark beside a customer's name, such as the badge of a leaving customer. */
export const CustomerMark = ({ institutionId }: { institutionId: number }) =>
  use(CustomerMarkContext)(institutionId);
