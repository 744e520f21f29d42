import { createLossListReader } from '#server/churn/losses/list.ts';
import { customerLifetimesReader } from '#server/churn/survival/lifetimes.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import { reuseLastResult } from '#server/core/last-result.ts';
import { createRecentAnswerCache } from '#server/core/recent.ts';
import { practiceListReader } from '#server/institutions/practice-list.ts';
import { onboardingListReader } from '#server/onboarding/list.ts';
import { readCurrentRules } from '#server/scoring/rules-queries.ts';
import { findNewestWeek } from '#server/scoring/week-queries.ts';
import { sizeTierOf } from '#shared/core/scoring-rules.ts';
import { foldText } from '#shared/core/text.ts';
import type {
  ProspectEvidence,
  ProspectTraits,
  ReferenceCustomer,
} from '#shared/prospects/evidence/evidence.ts';
import { practiceTypeOf } from '#shared/prospects/evidence/practice-type.ts';
import type { ListedProspect } from '#shared/prospects/rows.ts';
import { findLeavingCustomers } from '../leaving-customers-queries.ts';
import { findBenchmarksFor, findBestProducts } from './evidence-queries.ts';
import {
  chooseSimilarUsage,
  compareChurn,
  expectWait,
  firstBookingLifetimes,
  graduationLifetimes,
} from './evidence-rules.ts';
import { buildReferenceIndex, type Reference } from './reference-index.ts';

const referenceCount = 3;
/** Number of kept comparisons, one for each combination of size tier and EHR. */
const keptComparisons = 500;
/** Highest score that is shown. */
const highestScore = 999;

type Comparisons = Pick<ProspectEvidence, 'firstBooking' | 'onboarding' | 'churn'>;

/** Returns a function that loads the evidence for a prospect from the usage of our customers. */
export function createEvidenceReader(
  dependencies: Dependencies,
): (prospect: ListedProspect) => Promise<ProspectEvidence> {
  const { database, clock } = dependencies;
  const queries = database.foreground;
  const practices = practiceListReader(dependencies);
  const onboarding = onboardingListReader(dependencies);
  const lifetimes = customerLifetimesReader(dependencies);
  const losses = createLossListReader(dependencies);
  const indexOf = reuseLastResult(buildReferenceIndex);
  const comparisons = createRecentAnswerCache<Comparisons>(keptComparisons);

  return async (prospect) => {
    const week = await findNewestWeek(queries);
    const rules = week?.rules ?? (await readCurrentRules(queries, clock())).rules;
    const lossList = await losses();
    const { latitude, longitude, locationCount } = prospect;
    const index = indexOf((await practices()).answer.practices, rules.sizeTierFrom);
    const traits: ProspectTraits = {
      sizeTier: locationCount === null ? null : sizeTierOf(locationCount, rules.sizeTierFrom),
      locations: locationCount,
      practiceType: practiceTypeOf(prospect.businessType, index.practiceTypes),
      ehr: index.ehrs.get(foldText(prospect.ehr ?? '')) ?? null,
    };
    const leaving = await findLeavingCustomers(queries);
    const references =
      latitude === null || longitude === null
        ? []
        : index.findReferences(traits, { latitude, longitude }, leaving, referenceCount);
    const cases = await onboarding();
    const lives = await lifetimes();
    const { today, rows } = cases.answer;
    const { minimumPeers } = rules;
    const key = `${cases.id} ${lives.version} ${lossList.id} ${minimumPeers} ${traits.sizeTier} ${traits.ehr}`;
    return {
      traits,
      weekEndDate: week?.weekEnd ?? null,
      references: await addBestProducts(references, week?.weekStart ?? null),
      usage:
        week === null
          ? []
          : chooseSimilarUsage(
              await findBenchmarksFor(queries, week.weekStart, traits),
              traits,
              minimumPeers,
            ),
      ...(await comparisons(key, async () => ({
        firstBooking: expectWait(rows, traits, {
          lifetimesOf: firstBookingLifetimes,
          today,
          minimumPeers,
        }),
        onboarding: expectWait(rows, traits, {
          lifetimesOf: graduationLifetimes,
          today,
          minimumPeers,
        }),
        churn: compareChurn(lives.rows, lossList.answer.rows, traits),
      }))),
    };
  };

  async function addBestProducts(
    references: readonly Reference[],
    week: string | null,
  ): Promise<ReferenceCustomer[]> {
    const ids = references.map(({ practice }) => practice.institutionId);
    const best =
      week === null || ids.length === 0 ? new Map() : await findBestProducts(queries, week, ids);
    return references.map(({ practice, ...facts }) => {
      const found = best.get(practice.institutionId);
      const { institutionId, institutionName, city, state, practiceType, ehr } = practice;
      return {
        ...{ institutionId, institutionName, city, state, practiceType, ehr, ...facts },
        best:
          found === undefined
            ? null
            : { product: found.product, score: Math.min(highestScore, Math.round(found.score)) },
      };
    });
  }
}
