import { knownFeatures } from '#shared/churn/patterns/features.ts';
import { type Day, daysBetween } from '#shared/core/dates.ts';
import { binsOf } from '../pipeline/checks.ts';
import { panelDays } from '../pipeline/panel-queries.ts';
import type { StepContext } from '../pipeline/step.ts';
import { countPatterns } from '../patterns/records.ts';
import { mutedPatterns } from '../patterns/mutes-queries.ts';
import { insertPredictions } from './predictions-queries.ts';
