import { type ChurnTier, type HealthTier, healthTiers } from '#shared/core/tiers.ts';
import { type ProspectStage, prospectStages } from '#shared/prospects/stages.ts';
import { tierStyles } from '#web/ui/tier/tiers.ts';

/** Attributes by which pins can be colored. */
export const pinColorings = ['tier', 'change', 'owner', 'churn'] as const;
export type PinColoring = (typeof pinColorings)[number];

/** Group of pins with the same color and symbol. */
export interface PinGroup {
  key: string;
  label: string;
  /** Symbol inside the pin, so that the group is recognizable without color. */
  mark: '▲' | '■' | '▼' | '?' | '↑' | '↓' | '–' | '★' | '●' | '○' | '◆';
  fill: string;
  text: { light: string; dark: string };
  /**
   * Priority among groups of equal size in a cluster. The group with the highest priority provides
   * the cluster's symbol.
   */
  priority: number;
}

const tierPriority: Record<HealthTier, number> = { Critical: 3, Medium: 2, Healthy: 1, Unknown: 0 };
const tierMarks = { Healthy: '▲', Medium: '■', Critical: '▼', Unknown: '?' } as const;

/** One group for each tier, in the order of `healthTiers`. */
export const tierGroups: readonly PinGroup[] = healthTiers.map((tier) => ({
  key: tier.toLowerCase(),
  label: tier,
  mark: tierMarks[tier],
  fill: tierStyles[tier].fill,
  text: tierStyles[tier].text,
  priority: tierPriority[tier],
}));

// Blue and orange are distinguishable with every kind of color blindness, and differ from the tier
// colors.
const blue = { fill: '#2f7dc0', text: { light: '#1b5a91', dark: '#7dbcf0' } };
const orange = { fill: '#c8600a', text: { light: '#934404', dark: '#f0a35e' } };
const slate = { fill: '#66727a', text: { light: '#4a5a67', dark: '#a4b5c1' } };
const violet = { fill: '#8457b0', text: { light: '#653a91', dark: '#c2a0e6' } };
const pale = { fill: '#8b95a0', text: { light: '#4a5a67', dark: '#a4b5c1' } };

const changeGroups = [
  { key: 'up', label: 'Score up', mark: '↑', ...blue, priority: 1 },
  { key: 'flat', label: 'Score flat', mark: '–', ...slate, priority: 2 },
  { key: 'down', label: 'Score down', mark: '↓', ...orange, priority: 3 },
  { key: 'unknown', label: 'Unknown', mark: '?', ...pale, priority: 0 },
] as const satisfies readonly PinGroup[];

const ownerGroups = [
  { key: 'mine', label: 'My customers', mark: '★', ...orange, priority: 3 },
  { key: 'others', label: 'Owned by others', mark: '●', ...blue, priority: 1 },
  { key: 'none', label: 'No owner', mark: '○', ...slate, priority: 2 },
  { key: 'unknown', label: 'Unknown', mark: '?', ...pale, priority: 0 },
] as const satisfies readonly PinGroup[];

const ofTier = ({ fill, text }: (typeof tierStyles)[HealthTier]) => ({ fill, text });
const churnGroups = [
  { key: 'immediate', label: 'IMMEDIATE', mark: '▼', ...ofTier(tierStyles.Critical), priority: 3 },
  { key: 'high', label: 'HIGH', mark: '◆', ...violet, priority: 2 },
  { key: 'medium', label: 'MEDIUM', mark: '■', ...ofTier(tierStyles.Medium), priority: 1 },
  { key: 'unknown', label: 'No churn tier', mark: '–', ...pale, priority: 0 },
] as const satisfies readonly PinGroup[];
const churnKeys = {
  IMMEDIATE: 'immediate',
  HIGH: 'high',
  MEDIUM: 'medium',
} as const satisfies Record<ChurnTier, string>;
export const churnGroupKey = (tier: ChurnTier | null): (typeof churnGroups)[number]['key'] =>
  tier === null ? 'unknown' : churnKeys[tier];

export type ScoreChangeGroupKey = (typeof changeGroups)[number]['key'];
export type OwnerGroupKey = (typeof ownerGroups)[number]['key'];

export const groupsByColoring: Record<PinColoring, readonly PinGroup[]> = {
  tier: tierGroups,
  change: changeGroups,
  owner: ownerGroups,
  churn: churnGroups,
};

const stageStyles: Record<ProspectStage, Omit<PinGroup, 'key' | 'label' | 'priority'>> = {
  New: { mark: '○', ...slate },
  Researching: { mark: '●', ...blue },
  Contacted: { mark: '■', ...blue },
  Demo: { mark: '◆', ...violet },
  Proposal: { mark: '▲', ...orange },
  Won: { mark: '★', ...ofTier(tierStyles.Healthy) },
  Lost: { mark: '–', ...pale },
  Nurture: { mark: '↓', ...pale },
};

/** One group for each stage of prospects, in the order of `prospectStages`. */
export const stageGroups: readonly PinGroup[] = prospectStages.map((stage, priority) => ({
  key: stage,
  label: stage,
  ...stageStyles[stage],
  priority,
}));
