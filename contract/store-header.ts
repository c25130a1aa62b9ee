/**
 * Header of every answer while the service has verdicts that it cannot store, such as on a full disk. Reads answer as ever
 * then, and the verdicts are stored when there is room again.
 */
export const storeHeader = 'x-svc-store';

/** Its only value. */
export const storeWaiting = 'waiting';
