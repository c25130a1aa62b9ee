import type {TestType} from '../../contract/enums.ts';

/** Cost of one execution in hundredths of a credit, charged once when it starts: 0.5 for a frontend run, 0.2 for a backend run. */
export const runCost: Record<TestType, number> = {frontend: 50, backend: 20};

/** Of the repair of steps, once per run, in hundredths of a credit. */
export const healCost = 20;

/** Hundredths as they are stored, in credits as they travel. */
export const toCredits = (hundredths: number): number => hundredths / 100;
