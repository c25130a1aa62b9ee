import type {TestType} from './enums.ts';

/**
 * Header of answers to a caller whose tests wait while no live process executes their kind: those kinds, with commas. Whoever waits
 * for a verdict would not learn otherwise why there is none.
 */
export const workersHeader = 'x-svc-unserved';

/** Starts what executes tests of these kinds. */
export const workerCommand = (kinds: readonly TestType[]): string => `svc worker --kinds ${kinds.join(',')}`;
