import { z } from 'zod';
import { integerInAddress } from '#shared/core/endpoint.ts';

export const weeksBackSchema = integerInAddress(z.int().min(1).max(104)).default(26);
