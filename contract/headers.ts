import type {TestType} from './enums.ts';

/**
 * Header of every answer while the service has verdicts that it cannot store, such as on a full disk. Reads answer as ever
 * then, and the verdicts are stored when there is room again.
 */
export const storeHeader = 'x-svc-store';

/** Its only value. */
export const storeWaiting = 'waiting';

/**
 * Header of answers to a caller whose tests wait while no live process executes their kind: those kinds, with commas. Whoever waits
 * for a verdict would not learn otherwise why there is none.
 */
export const workersHeader = 'x-svc-unserved';

/** Starts what executes tests of these kinds. */
export const workerCommand = (kinds: readonly TestType[]): string => `svc worker --kinds ${kinds.join(',')}`;
