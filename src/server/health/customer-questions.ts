import type { Queries } from '#server/core/db/database.ts';
import type { QuestionAboutCustomer } from '#server/institutions/customer-questions.ts';
import { institutionNotFound } from '#server/institutions/existence.ts';
import { paths } from '#shared/core/pages/paths.ts';
import { type ProductKey, products } from '#shared/core/products.ts';
import { scoreText } from '#shared/core/score-text.ts';
import { dayInWords } from '#shared/core/words.ts';
import type { Improvement, InstitutionHealth } from '#shared/health/health.ts';
import { healthNarrative, tenureSentence } from '#shared/health/narrative.ts';
import {
  chooseUsageNoun,
  type ProductRow,
  productRows,
  usageText,
} from '#shared/health/product-table.ts';
import { perOpenDayText } from '#shared/health/way-to-healthy.ts';
import { readHealthTrend } from './trend.ts';

const score = '[health|adoption] score';

const stateQuestions = [
  "how (is|'s) @ [doing|performing|going]",
  'how (healthy|well) is @ [doing]',
  '[tell|show|give] [me|us] [everything|all|more] about @',
  '[show|give] [me|us] (info|information|details) (about|on|for) @',
  'what (do|should) (i|we) know about @',
  '(summarize|describe) @',
  '[the|a] (summary|overview|status) (of|for) @',
  'what is (happening|up|wrong) with @',
  'what is going on (with|at) @',
  `(why|how) did [the] ${score} (of|for) @ (drop|fall|rise|change|move|decline|increase|decrease|improve)`,
  `(why|how) did @ 's ${score} (drop|fall|rise|change|move|decline|increase|decrease|improve)`,
  '(why|how) did @ (drop|fall|rise|change|move|decline|improve)',
  'why is @ (declining|dropping|falling|improving|rising|critical|medium|healthy|unknown)',
  'why is @ at risk',
  'is @ at risk and why',
  'is @ (critical|medium|healthy) and why',
];

const stepQuestions = [
  `what (would|could|can|will|might) (raise|improve|increase|move|lift|help|boost) [the] ${score} (of|for) @`,
  `what (would|could|can|will|might) (raise|improve|increase|move|lift|help|boost) @ 's ${score}`,
  'what (would|could|can|will|might) (help|improve|move|raise|lift|boost) @',
  `how (can|could|do|would|should) (we|i|you|they) (raise|improve|increase|move|lift|boost) [the] ${score} (of|for) @`,
  `how (can|could|do|would|should) (we|i|you|they) (raise|improve|increase|move|lift|boost) @ 's ${score}`,
  'how (can|could|do|would|should) (we|i|you|they) (raise|improve|move|lift|boost|help) @',
  'how (can|could|does|would|will) @ (become|get|be|improve) [healthy]',
  'how (can|could|do|would|should) (we|i|you|they) (get|make|bring) @ [back] [to] healthy',
  'what does @ need to (become|be|get) healthy',
  'what would (make|get) @ [to] healthy',
  '[the] (path|way) to healthy (of|for) @',
  'what does @ need',
];

const productQuestions = [
  '(which|what) (products|features) (does|do) @ (have|use|own)',
  '(which|what) (products|features) (has|have) @ [bought]',
  '(which|what) (products|features) is @ (using|on)',
  "(which|what) are @ 's (products|features)",
  '(which|what) are the (products|features) (of|for) @',
  '[show] [list] [the] (products|features) (of|for|at|used) [by] @',
  "[show] [list] @ 's (products|features)",
  '@ (products|features)',
];

const tenureQuestions = [
  'how long has @ been [a|an] [our] (customer|client|account|live|onboard) [of] [ours]',
  'how long has @ been with us',
  'how long have we had @ [as] [a] [customer|client|account]',
  'since when is @ [a|our] (customer|client|account|live)',
  'since when has @ been [a|our] (customer|client|account|live)',
  'when did @ become [a|our] (customer|client|account)',
  'how old is [the] [account|customer] @',
];

const weekQuestions = [
  `[the|show] [the] ${score} (of|for) @ (over|across) [the] [last] (time|weeks)`,
  `${score} (of|for) @ (by|per|each|every) week`,
  `[the|show] [the] (trend|history|course) of [the] ${score} (of|for) @`,
  `[the|show] [the] (trend|history) (of|for) @`,
  `@ 's ${score} (over|across) time`,
  `@ 's [health|adoption] [score] (trend|history)`,
  `how (has|did) [the] ${score} (of|for) @ (changed|change|developed|develop|evolved|moved) [over] [time]`,
  `how (has|did) @ 's ${score} (changed|change|developed|develop|evolved|moved) [over] [time]`,
];

/** Number of weeks that the answer about a trend shows. */
const shownWeeks = 13;

/** Maximum number of improvements that the answer lists. Each improvement concerns one product. */
const mostSteps = 3;

async function readHealth(queries: Queries, institutionId: number, weeks: number) {
  const trend = await readHealthTrend(queries, institutionId, weeks);
  if (trend === undefined) throw institutionNotFound();
  return trend;
}

const withoutScore = 'This customer has no official score yet.';

/** Questions about a customer that its health record answers. */
export const healthQuestions: readonly QuestionAboutCustomer[] = [
  {
    questions: stateQuestions,
    answer: async ({ institutionId, institutionName }, { database }) => {
      const [health] = await readHealth(database.foreground, institutionId, 1);
      return {
        reading: `Health of ${institutionName}`,
        lines: health === undefined ? [withoutScore] : stateLines(health),
        metrics: ['adoptionScore', 'healthTier', 'scoreChangeCauses'],
        page: paths.institutionOverview(institutionId),
      };
    },
  },
  {
    questions: stepQuestions,
    answer: async ({ institutionId, institutionName }, { database }) => {
      const [health] = await readHealth(database.foreground, institutionId, 1);
      return {
        reading: `What would raise the score of ${institutionName}`,
        lines: health === undefined ? [withoutScore] : stepLines(health),
        metrics: ['improvement', 'wayToHealthy'],
        page: paths.institutionOverview(institutionId),
      };
    },
  },
  {
    questions: productQuestions,
    answer: async ({ institutionId, institutionName }, { database }) => {
      const [health] = await readHealth(database.foreground, institutionId, 1);
      return {
        reading: `Products of ${institutionName}`,
        lines: health === undefined ? [withoutScore] : productLines(health),
        metrics: ['entitledFeatures', 'activeFeatures', 'productScore'],
        page: paths.institutionOverview(institutionId),
      };
    },
  },
  {
    questions: tenureQuestions,
    answer: async ({ institutionId, institutionName }, { database }) => {
      const [health] = await readHealth(database.foreground, institutionId, 1);
      return {
        reading: `Time since ${institutionName} went live`,
        lines: health === undefined ? [withoutScore] : tenureLines(health),
        metrics: [],
        page: paths.institutionOverview(institutionId),
      };
    },
  },
  {
    questions: weekQuestions,
    answer: async ({ institutionId, institutionName }, { database }) => {
      const trend = await readHealth(database.foreground, institutionId, shownWeeks);
      const newest = trend.at(-1);
      return {
        reading: `Score of ${institutionName} by official week`,
        lines: [newest === undefined ? withoutScore : weekLine(newest)],
        weeks: {
          label: 'Score',
          unit: '%',
          points: trend.map(({ weekEndDate, adoptionScore }) => ({
            weekEndDate,
            value: adoptionScore,
            institutions: null,
          })),
        },
        metrics: ['adoptionScore', 'healthTier'],
        page: paths.institutionOverview(institutionId),
      };
    },
  },
];

const scoreWithTierText = ({ adoptionScore, healthTier }: InstitutionHealth): string =>
  adoptionScore === null ? 'no score' : `${scoreText(adoptionScore)}, ${healthTier}`;

const weekLine = (health: InstitutionHealth): string =>
  `Week ending ${dayInWords(health.weekEndDate)}: ${scoreWithTierText(health)}.`;

const stateLines = (health: InstitutionHealth): string[] => [
  `Score of the week ending ${dayInWords(health.weekEndDate)}: ${scoreWithTierText(health)}.`,
  healthNarrative(health),
  ...(health.whyItMoved === null ? [] : [`Why it moved: ${health.whyItMoved}`]),
];

const tenureLines = (health: InstitutionHealth): string[] => [
  tenureSentence(health),
  ...(health.goLiveDate === null ? [] : [`It went live on ${dayInWords(health.goLiveDate)}.`]),
];

/** Lines for the products that the customer is entitled to or uses, with their 28-day usage. */
function productLines(health: InstitutionHealth): string[] {
  const rows = productRows(health);
  if (rows.length === 0) return ['It has no products.'];
  return [
    `Products and their usage in the 28 days until ${dayInWords(health.weekEndDate)}:`,
    ...rows.map(productLine),
  ];
}

function productLine({ product, name, entitled, current, score }: ProductRow): string {
  const { parent } = products[product];
  const usage = current === undefined ? 'usage unknown' : usageOf(product, current);
  return [
    `${name}: ${usage}`,
    ...(score === undefined ? [] : [`score ${score}%`]),
    ...(parent === undefined ? [] : [`part of ${products[parent].name}`]),
    ...(entitled ? [] : ['not entitled']),
  ].join(', ');
}

const usageOf = (product: ProductKey, usage: number): string =>
  usage === 0
    ? 'not used'
    : `${usageText(product, usage)} ${chooseUsageNoun(product, usage)}`.trimEnd();

function stepLines(health: InstitutionHealth): string[] {
  const { improvements, wayToHealthy: way } = health;
  if (improvements.length === 0 && way === null)
    return [
      health.healthTier === 'Unknown'
        ? 'Too few of its products can be measured, so more usage alone wouldn’t give it a score.'
        : 'All its measured products are on target.',
    ];
  return [
    `Score of the week ending ${dayInWords(health.weekEndDate)}: ${scoreWithTierText(health)}.`,
    ...improvements.slice(0, mostSteps).map(stepLine),
    ...(way === null
      ? []
      : [
          `To become Healthy (score ${scoreText(way.adoptionScoreAfter)}): ${way.steps
            .map(
              ({ product, extraPerOpenDay }) =>
                `${products[product].name} +${perOpenDayText(product, extraPerOpenDay)} per open day`,
            )
            .join(', ')}.`,
        ]),
  ];
}

const stepLine = (step: Improvement): string =>
  `${products[step.product].name}: +${usageText(step.product, step.extraPer28Days)} in 28 days (${perOpenDayText(step.product, step.extraPerOpenDay)} per open day) brings the score to ${scoreText(step.adoptionScoreAfter)}, ${step.healthTierAfter}.`;
