import { z } from 'zod';
import { addressIntegerSchema } from '#shared/core/endpoint.ts';

export const weeksBackSchema = addressIntegerSchema(z.int().min(1).max(104)).default(26);
