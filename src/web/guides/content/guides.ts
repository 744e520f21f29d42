import type { GuideMaker } from '../guide.ts';
import type { GuideKey } from '../keys.ts';
import { atRiskGuide } from './at-risk-customers.ts';
import { churnGuide } from './churn.ts';
import { customerHealthGuide } from './customer-health.ts';
import { dashboardGuide } from './dashboard.ts';
import { institutionGuide } from './institution.ts';
import { onboardingGuide } from './onboarding.ts';
import { portfolioGuide } from './portfolio.ts';
import { productGuide } from './product.ts';
import { scoringRulesGuide } from './scoring-rules.ts';

export const guides: Record<GuideKey, GuideMaker> = {
  'customer-health': customerHealthGuide,
  portfolio: portfolioGuide,
  'at-risk-customers': atRiskGuide,
  onboarding: onboardingGuide,
  churn: churnGuide,
  dashboard: dashboardGuide,
  institution: institutionGuide,
  'scoring-rules': scoringRulesGuide,
  product: productGuide,
};
