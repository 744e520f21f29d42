import type { ProductKey } from '#shared/products.ts';

export interface UsageTables {
  usage_daily: UsageDailyTable;
  usage_week: UsageWeekTable;
  feed_week: FeedWeekTable;
}

interface UsageDailyTable {
  institution_id: number;
  location_id: number;
  product: ProductKey;
  day: string;
  value: number;
}

interface UsageWeekTable {
  institution_id: number;
  location_id: number;
  product: ProductKey;
  week_start: string;
  value: number;
}

interface FeedWeekTable {
  institution_id: number;
  location_id: number;
  week_start: string;
  last_report_on: string;
}
