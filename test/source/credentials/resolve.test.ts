import {describe, expect, it} from 'vitest';
import {
	resolveApiKey,
	resolveEndpoint,
	resolveOutput,
	resolveProfile,
	resolveRequestTimeout,
	resolveTargetPolicy,
} from '../../../source/credentials/resolve.ts';
import type {ApiError} from '../../../source/errors/api-error.ts';

const profile = (values: Record<string, string>) => new Map(Object.entries(values));
const canary = 'sk-user-CANARY';

function refusal(action: () => unknown): ApiError {
	try {
		action();
	} catch (error) {
		return error as ApiError;
	}
	throw new Error('nothing was refused');
}

describe('profile', () => {
	it.each([
		['team', {SVC_PROFILE: 'env'}, {value: 'team', origin: 'flag'}],
		[undefined, {SVC_PROFILE: 'env'}, {value: 'env', origin: 'environment'}],
		[undefined, {SVC_PROFILE: '  '}, {value: 'default', origin: 'default'}],
		[undefined, {}, {value: 'default', origin: 'default'}],
	])('flag %j, environment %j', (flag, env, expected) => {
		expect(resolveProfile(flag, env)).toEqual(expected);
	});

	it.each(['', 'a b', 'a/b', '[a]', 'ü'])('refuses the name %j', name => {
		expect(refusal(() => resolveProfile(name, {}))).toMatchObject({exitCode: 5, details: {field: 'profile'}});
	});

	it('names the variable of a bad name', () => {
		expect(refusal(() => resolveProfile(undefined, {SVC_PROFILE: 'a b'})).nextAction).toContain('`SVC_PROFILE`');
	});
});

describe('key', () => {
	it('of the environment wins over the profile', () => {
		const env = {SVC_API_KEY: ' k1 '};
		expect(resolveApiKey(env, profile({api_key: 'k2'}), 'local')).toEqual({value: 'k1', origin: 'environment'});
		expect(resolveApiKey({SVC_API_KEY: ' '}, profile({api_key: 'k2'}), 'local')).toEqual({
			value: 'k2',
			origin: 'profile',
		});
	});

	it.each([
		['local', 'svc setup --local'],
		['https://svc.example.com', 'svc setup'],
	])('missing for %s: AUTH_REQUIRED, next step %s', (endpoint, nextAction) => {
		for (const section of [undefined, profile({}), profile({api_key: ''})]) {
			expect(refusal(() => resolveApiKey({}, section, endpoint))).toMatchObject({
				code: 'AUTH_REQUIRED',
				exitCode: 3,
				requestId: 'local',
				nextAction,
			});
		}
	});

	it.each([`${canary}\nx`, `${canary} x`, `${canary}ü`, canary.repeat(50)])('%j is refused, not repeated', key => {
		for (const error of [
			refusal(() => resolveApiKey({SVC_API_KEY: key}, undefined, 'local')),
			refusal(() => resolveApiKey({}, profile({api_key: key}), 'local')),
		]) {
			expect(error.code).toBe('VALIDATION_ERROR');
			expect(JSON.stringify(error.toEnvelope()) + error.stack).not.toContain('CANARY');
		}
	});
});

describe('endpoint', () => {
	const stored = profile({api_url: 'https://stored.example/'});

	it.each([
		['https://flag.example', {SVC_API_URL: 'https://env.example'}, stored, 'https://flag.example', 'flag'],
		[undefined, {SVC_API_URL: 'https://env.example/api/cli/v1/'}, stored, 'https://env.example', 'environment'],
		[undefined, {SVC_API_URL: ''}, stored, 'https://stored.example', 'profile'],
		[undefined, {}, profile({api_url: 'local'}), 'local', 'profile'],
		[undefined, {}, profile({}), 'local', 'default'],
		[undefined, {}, undefined, 'local', 'default'],
	])('flag %j, environment %j', (flag, env, section, value, origin) => {
		expect(resolveEndpoint(flag, env, section)).toEqual({value, origin});
	});

	it.each([
		['', {}, undefined, '--endpoint-url'],
		['nowhere', {}, undefined, '--endpoint-url'],
		[undefined, {SVC_API_URL: 'ftp://x'}, undefined, 'SVC_API_URL'],
		[undefined, {}, profile({api_url: 'https://u:p@x'}), 'api_url'],
	])('a bad one names where it came from: %j %j', (flag, env, section, name) => {
		const error = refusal(() => resolveEndpoint(flag, env, section));
		expect(error.exitCode).toBe(5);
		expect(error.nextAction).toContain(name);
	});
});

describe('target policy', () => {
	it.each([
		[{SVC_TARGET_POLICY: 'public'}, profile({target_policy: 'private'}), 'local', 'public', 'environment'],
		[{}, profile({target_policy: 'private'}), 'https://x.example', 'private', 'profile'],
		[{}, undefined, 'local', 'private', 'default'],
		[{}, profile({}), 'https://x.example', 'public', 'default'],
	])('%j, endpoint %s', (env, section, endpoint, value, origin) => {
		expect(resolveTargetPolicy(env, section, endpoint)).toEqual({value, origin});
	});

	it('refuses any other word', () => {
		expect(refusal(() => resolveTargetPolicy({SVC_TARGET_POLICY: 'all'}, undefined, 'local'))).toMatchObject({
			exitCode: 5,
			details: {accepted: ['public', 'private']},
		});
		expect(refusal(() => resolveTargetPolicy({}, profile({target_policy: 'all'}), 'local')).exitCode).toBe(5);
	});
});

describe('output', () => {
	it.each([
		['json', {output: 'text'}, {value: 'json', origin: 'flag'}],
		[undefined, {output: 'json'}, {value: 'json', origin: 'config'}],
		[undefined, {}, {value: 'text', origin: 'default'}],
	] as const)('flag %j, configuration %j', (flag, config, expected) => {
		expect(resolveOutput(flag, config)).toEqual(expected);
	});

	it.each(['', 'JSON', 'yaml'])('refuses %j', mode => {
		expect(refusal(() => resolveOutput(mode, {}))).toMatchObject({details: {accepted: ['json', 'text']}});
	});
});

describe('request timeout', () => {
	it.each([
		['1', {}, 1000],
		['0600', {}, 600_000],
		['1.5', {SVC_REQUEST_TIMEOUT_MS: '2000'}, 1500],
		[undefined, {SVC_REQUEST_TIMEOUT_MS: '2000'}, 2000],
		[undefined, {SVC_REQUEST_TIMEOUT_MS: ' '}, 120_000],
		[undefined, {}, 120_000],
	])('flag %j, environment %j: %d ms', (flag, env, value) => {
		expect(resolveRequestTimeout(flag, env)).toMatchObject({value, warning: null});
	});

	it.each(['', '0', '0.99', '601', '-5', '1e2', 'ten', 'Infinity'])('refuses the flag %j', flag => {
		expect(refusal(() => resolveRequestTimeout(flag, {}))).toMatchObject({details: {field: 'request-timeout'}});
	});

	it.each(['999', '600001', 'ten', '-1'])('ignores the variable %j with a warning', value => {
		const resolved = resolveRequestTimeout(undefined, {SVC_REQUEST_TIMEOUT_MS: value});
		expect(resolved).toMatchObject({value: 120_000, origin: 'default'});
		expect(resolved.warning).toContain('SVC_REQUEST_TIMEOUT_MS');
	});
});
