import {isDiskFull, isServerAway, isStoreUnavailable} from './service-error.ts';

/**
 * Why work that no request waits for has ended, as a sentence: what somebody can do something about is named, anything
 * else is a fault of the service.
 * @param what the beginning of the sentence, such as "The plan could not be made"
 */
export function faultWords(error: unknown, what: string): string {
	if (isDiskFull(error)) return `${what}, because the disk of the service's data directory is full.`;
	if (isServerAway(error)) return `${what}, because the database server of the service did not answer.`;
	if (isStoreUnavailable(error)) return `${what}, because the service's store could not be used.`;
	return `${what} because of a fault of the service.`;
}
