import type { RiskRow } from '#shared/risk/rows.ts';

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 });

export const dollarText = (value: number): string => dollars.format(value);

/** What a priority is made of: '54% × $22,900 × 1.5'. A factor of 1 is left out. */
export function factorsText({ lossChance, annualRevenue, renewalFactor }: RiskRow): string {
  if (lossChance === null || annualRevenue === null) return '';
  const parts = [`${Math.round(lossChance * 100)}%`, dollarText(annualRevenue)];
  return [...parts, ...(renewalFactor === 1 ? [] : [String(renewalFactor)])].join(' × ');
}
