import type {Context} from '../context.ts';
import {ApiError} from '../errors/api-error.ts';
import {freeBytesOf, isOutOfRoom} from '../process/file-error-words.ts';

/**
 * What the service of this machine could not do because its disk is full: with the directory that needs room. Any other
 * error is returned as it is, and so is that of a service elsewhere, whose disk nobody reaches from here.
 */
export function withFullDisk(
	error: ApiError,
	context: Pick<Context, 'connection' | 'localService'>,
	freeBytes: typeof freeBytesOf = freeBytesOf,
): ApiError {
	const {code, message, requestId, details} = error;
	if (code !== 'UNAVAILABLE' && code !== 'INTERNAL') return error;
	if (context.connection().endpoint.value !== 'local') return error;
	const {dataDir} = context.localService();
	const free = freeBytes(dataDir);
	if (details['reason'] !== 'disk_full' && !isOutOfRoom(free)) return error;
	const left = free === null ? '' : ` (${Math.floor(free / 1024)} KiB are free)`;
	return new ApiError(code, message, {
		nextAction: `Free some space on the disk of ${dataDir}${left}, then run the command again; what was stored before is kept.`,
		requestId,
		details: {...details, reason: 'disk_full', path: dataDir},
		cause: error,
	});
}
