import {ApiError, isApiError} from '../errors/api-error.ts';
import type {Client} from './client.ts';

/** `svc setup` stores a key, and the variable wins over what is stored. */
const nextAction =
	'The key comes from SVC_API_KEY, which wins over a stored one: give it a key of this service, or unset it.';

/** A client whose key comes from `SVC_API_KEY`: where the service refuses the key, the next step names the variable. */
export const withKeyOfEnvironment = (client: Client): Client => ({
	get wasReached() {
		return client.wasReached;
	},
	call: (route, input) =>
		client.call(route, input).catch((error: unknown) => {
			if (!isApiError(error) || error.code !== 'AUTH_INVALID') throw error;
			const {code, message, requestId, details} = error;
			throw new ApiError(code, message, {nextAction, requestId, details, cause: error});
		}),
	close: () => client.close(),
});
