import {expect, it} from 'vitest';
import {getMe} from '../../../contract/routes/account.ts';
import {type Client, withKeyAdvice} from '../../../source/client/client.ts';
import {ApiError} from '../../../source/errors/api-error.ts';

const refusing = (code: 'AUTH_INVALID' | 'AUTH_FORBIDDEN'): Client => ({
	wasReached: true,
	call: () => Promise.reject(new ApiError(code, 'no', {nextAction: 'as the service says'})),
	close: () => Promise.resolve(),
});
const local = {isOfEnvironment: false, isLocal: true, profile: 'default'};

it.each([
	['AUTH_INVALID', local, 'svc setup --local'],
	['AUTH_INVALID', {...local, profile: 'work'}, 'svc setup --local --profile work'],
	['AUTH_INVALID', {...local, isOfEnvironment: true}, 'The key comes from SVC_API_KEY, which wins'],
	['AUTH_INVALID', {...local, isLocal: false}, 'as the service says'],
	['AUTH_FORBIDDEN', local, 'as the service says'],
] as const)('after %s with a key of %j the next step is %s', async (code, source, next) => {
	const failure = withKeyAdvice(refusing(code), source).call(getMe);
	await expect(failure).rejects.toMatchObject({code, nextAction: expect.stringMatching(`^${next}`)});
});
