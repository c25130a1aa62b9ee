/**
 * Header of answers to a caller whose tests wait while no live process executes their kind: those kinds, with commas. Whoever waits
 * for a verdict would not learn otherwise why there is none.
 */
export const workersHeader = 'x-svc-unserved';
