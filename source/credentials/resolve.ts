import {type Endpoint, normaliseEndpoint} from '../client/base-url.ts';
import {type TargetPolicy, targetPolicies} from '../../contract/service-process.ts';
import {ApiError, invalidField, invalidFlag} from '../errors/api-error.ts';
import {type Config, isOutputMode, type OutputMode, outputModes} from './config-file.ts';
import type {Section} from './credentials-format.ts';
import {environmentValue, invalidEnvironment} from './environment.ts';

type Env = Record<string, string | undefined>;

/** Where a value came from, for doctor and summaries. */
export type Origin = 'flag' | 'environment' | 'profile' | 'config' | 'default';
export type Resolved<T> = {value: T; origin: Origin};

const profileReason = 'must consist of letters, digits, dots, underscores and hyphens';

/** `--profile`, `SVC_PROFILE`, `default`. Throws VALIDATION_ERROR for a bad name. */
export function resolveProfile(flag: string | undefined, env: Env): Resolved<string> {
	if (flag !== undefined) {
		if (!isProfileName(flag)) throw invalidFlag('profile', profileReason);
		return {value: flag, origin: 'flag'};
	}
	const value = environmentValue(env, 'SVC_PROFILE');
	if (value === undefined) return {value: defaultProfile, origin: 'default'};
	if (!isProfileName(value)) throw invalidEnvironment('SVC_PROFILE', profileReason);
	return {value, origin: 'environment'};
}

/** What is used where no profile is named. */
const defaultProfile = 'default';
const isProfileName = (name: string) => /^[A-Za-z0-9._-]+$/.test(name);

/** `--output`, `output` of the configuration file, `text`. */
export function resolveOutput(flag: string | undefined, config: Config): Resolved<OutputMode> {
	if (flag !== undefined) {
		if (!isOutputMode(flag)) throw invalidFlag('output', `must be one of ${outputModes.join(', ')}`, outputModes);
		return {value: flag, origin: 'flag'};
	}
	return config.output === undefined ? {value: 'text', origin: 'default'} : {value: config.output, origin: 'config'};
}

/**
 * Limit of one request in milliseconds: `--request-timeout` (seconds, 1 to 600, decimals allowed),
 * `SVC_REQUEST_TIMEOUT_MS`, 120 s. "An invalid value [of the variable] is ignored with a `[warn]` line": `warning`.
 */
export function resolveRequestTimeout(flag: string | undefined, env: Env): Resolved<number> & {warning: string | null} {
	if (flag !== undefined) {
		const milliseconds = decimal(flag) * 1000;
		if (!isAllowedTimeout(milliseconds))
			throw invalidFlag('request-timeout', 'must be a number of seconds from 1 to 600');
		return {value: milliseconds, origin: 'flag', warning: null};
	}
	const variable = environmentValue(env, 'SVC_REQUEST_TIMEOUT_MS');
	if (variable === undefined) return {value: 120_000, origin: 'default', warning: null};
	const milliseconds = decimal(variable);
	if (isAllowedTimeout(milliseconds)) return {value: milliseconds, origin: 'environment', warning: null};
	const warning = 'SVC_REQUEST_TIMEOUT_MS is ignored: it must be a number of milliseconds from 1000 to 600000.';
	return {value: 120_000, origin: 'default', warning};
}

const decimal = (text: string) => (/^\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : Number.NaN);
const isAllowedTimeout = (milliseconds: number) => milliseconds >= 1000 && milliseconds <= 600_000;

/** `--endpoint-url`, `SVC_API_URL`, `api_url` of the profile, `local`. Throws VALIDATION_ERROR for a bad URL. */
export function resolveEndpoint(flag: string | undefined, env: Env, profile: Section | undefined): Resolved<Endpoint> {
	if (flag !== undefined) {
		return {value: normaliseEndpoint(flag, reason => invalidFlag('endpoint-url', reason)), origin: 'flag'};
	}
	const variable = environmentValue(env, 'SVC_API_URL');
	if (variable !== undefined) {
		const value = normaliseEndpoint(variable, reason => invalidEnvironment('SVC_API_URL', reason));
		return {value, origin: 'environment'};
	}
	const stored = profile?.get('api_url');
	if (!stored) return {value: 'local', origin: 'default'};
	return {value: normaliseEndpoint(stored, reason => invalidField('api_url', reason)), origin: 'profile'};
}

/**
 * `SVC_API_KEY`, `api_key` of the profile. Throws AUTH_REQUIRED when there is none, with the next step that fits the
 * endpoint, and VALIDATION_ERROR when it cannot be a key; neither repeats it.
 */
export function resolveApiKey(
	env: Env,
	profile: Section | undefined,
	endpoint: Endpoint,
	name = defaultProfile,
): Resolved<string> {
	const variable = environmentValue(env, 'SVC_API_KEY');
	if (variable !== undefined) {
		if (!isWellFormedKey(variable)) throw invalidEnvironment('SVC_API_KEY', keyReason);
		return {value: variable, origin: 'environment'};
	}
	const stored = profile?.get('api_key');
	if (stored) {
		if (!isWellFormedKey(stored)) throw invalidField('api_key', keyReason);
		return {value: stored, origin: 'profile'};
	}
	const isDefault = name === defaultProfile;
	throw new ApiError('AUTH_REQUIRED', `No API key is configured${isDefault ? '' : ` for the profile ${name}`}.`, {
		nextAction: `svc setup${endpoint === 'local' ? ' --local' : ''}${isDefault ? '' : ` --profile ${name}`}`,
		details: {reason: 'no_key'},
	});
}

/** Why a key is refused before any request. */
export const keyReason = 'must be printable ASCII characters without blanks, at most 512';
/** "Printable ASCII without blanks, at most 512 characters." */
export const isWellFormedKey = (key: string): boolean => /^[\x21-\x7e]{1,512}$/.test(key);

/** `SVC_TARGET_POLICY`, `target_policy` of the profile, `private` for the endpoint `local`, else `public`. */
export function resolveTargetPolicy(
	env: Env,
	profile: Section | undefined,
	endpoint: Endpoint,
): Resolved<TargetPolicy> {
	const reason = `must be one of ${targetPolicies.join(', ')}`;
	const variable = environmentValue(env, 'SVC_TARGET_POLICY');
	if (variable !== undefined) {
		if (!isTargetPolicy(variable)) throw invalidEnvironment('SVC_TARGET_POLICY', reason, targetPolicies);
		return {value: variable, origin: 'environment'};
	}
	const stored = profile?.get('target_policy');
	if (stored) {
		if (!isTargetPolicy(stored)) throw invalidField('target_policy', reason, targetPolicies);
		return {value: stored, origin: 'profile'};
	}
	return {value: endpoint === 'local' ? 'private' : 'public', origin: 'default'};
}

const isTargetPolicy = (value: string): value is TargetPolicy => (targetPolicies as readonly string[]).includes(value);
