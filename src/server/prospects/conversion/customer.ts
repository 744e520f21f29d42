import type { Queries } from '#server/core/db/database.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import { conflict, unprocessable } from '#server/core/errors.ts';
import { findOrCreateOwnerIds } from '#server/institutions/owners-queries.ts';
import { openOnboardingCase } from '#server/onboarding/refresh.ts';
import type { NewAssignee } from '#server/team/reassign/queries.ts';
import { findEnabledPerson } from '#server/work/people-queries.ts';
import type { Day } from '#shared/core/dates.ts';
import type { ProductKey } from '#shared/core/products.ts';
import type {
  ConversionDraft,
  ConversionRequest,
  CustomerCandidate,
  NewCustomer,
} from '#shared/prospects/conversion.ts';
import { locationCountOf } from '../list/list-rules.ts';
import { findCustomerCandidates, type PracticeIdentity } from './identity-rules.ts';
import {
  addEntitlements,
  findCustomer,
  findLastOwnerId,
  insertNewCustomer,
  insertWonDeal,
} from './new-customer-queries.ts';
import {
  type ConvertibleProspect,
  findCandidateLocations,
  findConvertibleProspect,
  findPracticeTypes,
} from './queries.ts';
import { candidatesText, conversionFacts } from './rules.ts';

export interface ConversionContext {
  prospect: ConvertibleProspect;
  request: ConversionRequest;
  owner: NewAssignee;
  userId: string;
  at: Date;
  today: Day;
}

async function findCandidates(
  queries: Queries,
  prospect: ConvertibleProspect,
  identity: PracticeIdentity,
): Promise<CustomerCandidate[]> {
  return findCustomerCandidates(
    identity,
    await findCandidateLocations(queries, prospect, identity),
  );
}

/**
 * Returns the facts for a conversion; `undefined` for an unknown prospect. `typed` has values that
 * the user entered instead of the prospect's facts.
 */
export async function loadConversionDraft(
  { database, crm }: Dependencies,
  prospectId: number,
  typed: Partial<Record<'name' | 'streetAddress' | 'zip' | 'phone', string | undefined>>,
  user: { id: string; name: string },
): Promise<ConversionDraft | undefined> {
  const queries = database.foreground;
  const prospect = await findConvertibleProspect(queries, prospectId);
  if (prospect === undefined) return undefined;
  const practiceTypes = await findPracticeTypes(queries);
  const facts = conversionFacts(prospect, practiceTypes);
  const { name, streetAddress, zip, phone } = { ...facts, ...typed };
  const identity = {
    names: [name ?? ''],
    streetAddress: streetAddress ?? null,
    zip: zip ?? null,
    phone: phone ?? null,
  };
  const owner =
    prospect.ownerId === null ? undefined : await findEnabledPerson(queries, prospect.ownerId);
  return {
    version: prospect.version,
    facts,
    locationCount: locationCountOf(prospect.locationCount),
    owner: owner ?? { id: user.id, name: user.name },
    candidates: await findCandidates(queries, prospect, identity),
    practiceTypes,
    ownersAreElsewhere: crm.isSynchronized,
  };
}

export interface CreatedOrLinked {
  institutionId: number;
  institutionName: string;
  /** Products that the customer was not entitled to before. */
  products: ProductKey[];
  /** Owner that was added to the CRM's tables; `null` when the owner was known. */
  crmOwnerId: number | null;
}

/**
 * Creates the customer of a prospect with location, entitlements, owner and onboarding case. Throws a
 * 409 error when a customer that the user has not seen may be the same practice.
 */
export async function createCustomer(
  transaction: Queries,
  { prospect, request, owner, at, today }: ConversionContext,
  customer: NewCustomer,
  hasLocalOwners: boolean,
): Promise<CreatedOrLinked> {
  const { name, streetAddress, zip, phone } = customer;
  const seen = new Set(customer.otherThan);
  const unseen = (
    await findCandidates(transaction, prospect, { names: [name], streetAddress, zip, phone })
  ).filter(({ institutionId }) => !seen.has(institutionId));
  if (unseen.length > 0) throw conflict(candidatesText(unseen));
  const institutionId = await insertNewCustomer(transaction, prospect, customer, { today, at });
  const products = await addEntitlements(transaction, institutionId, request.products, today);
  const crmOwnerId = hasLocalOwners
    ? await addOwner(transaction, { institutionId, name, owner, prospect, today, at })
    : null;
  await openOnboardingCase(transaction, institutionId, { contractOn: today, today });
  return { institutionId, institutionName: name, products, crmOwnerId };
}

/** Makes the user the owner of a new customer. Returns the id of an owner that was added for this. */
async function addOwner(
  transaction: Queries,
  {
    owner,
    prospect: { monthlyCents },
    ...deal
  }: { institutionId: number; name: string; today: Day; at: Date } & Pick<
    ConversionContext,
    'owner' | 'prospect'
  >,
): Promise<number | null> {
  const lastOwnerId = await findLastOwnerId(transaction);
  const ids = await findOrCreateOwnerIds(transaction, new Map([[owner.id, owner]]));
  const ownerId = ids.get(owner.id);
  if (ownerId === undefined) throw new Error(`no CRM owner for user ${owner.id}`);
  const annualCents = monthlyCents === null ? null : monthlyCents * 12;
  await insertWonDeal(transaction, { ...deal, ownerId, annualCents });
  return ownerId > lastOwnerId ? ownerId : null;
}

/** Links a prospect to an existing customer, and adds the products that it did not have. */
export async function linkCustomer(
  transaction: Queries,
  { request, today }: ConversionContext,
  institutionId: number,
): Promise<CreatedOrLinked> {
  const found = await findCustomer(transaction, institutionId);
  if (found === undefined)
    throw conflict('The chosen customer no longer exists. It may have been merged. Choose again.');
  if (found.leftOn !== null)
    throw unprocessable(
      'customer.institutionId: must be a current customer. Create a new customer for one that left.',
    );
  return {
    institutionId,
    institutionName: found.name,
    products: await addEntitlements(transaction, institutionId, request.products, today),
    crmOwnerId: null,
  };
}
