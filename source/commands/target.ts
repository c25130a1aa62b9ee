import {splitAddress} from '../../contract/address.ts';
import {preflight} from '../client/preflight.ts';
import {checkTargetUrl} from '../client/target-url.ts';
import {whyUnreachable} from '../client/listening.ts';
import type {ProjectId} from '../../contract/ids.ts';
import {getEnvironment} from '../../contract/routes/environments.ts';
import {getProject} from '../../contract/routes/projects.ts';
import type {Context} from '../context.ts';
import {resolveApiKey} from '../credentials/resolve.ts';
import {type ApiError, isApiError, refusedArgument, refusedFlag} from '../errors/api-error.ts';
import {shellWord} from '../view-model/shell-word.ts';
import type {Sending} from '../client/send-document.ts';
import {getMe} from '../../contract/routes/account.ts';

/**
 * Refuses a target that may not be tested under the policy of the connection. An account in it is taken out by the
 * service where it is stored (`url`); everywhere else it would be shown with the address.
 *
 * @param field `url`, `target-url`, …
 */
export function guardTarget(url: string | undefined, field: string, context: Context): void {
	if (url === undefined) return;
	checkTargetUrl(url, {field, policy: context.connection().targetPolicy});
	const {account} = splitAddress(url);
	if (account === null) return;
	if (field === 'url') {
		if (account.username !== '' && account.password !== '') return;
		throw refusedFlag(field, {
			reason: 'credentials',
			text:
				'carries half an account, a user name or a password alone; give the address without it. A token alone is a ' +
				'credential: svc project credential <project-id> --type <auth-type> --credential-file <credential-file>',
		});
	}
	throw carriesAccount(
		field,
		'store them with svc project update <project-id> --url <url>, or in an environment (svc project env create)',
	);
}

/** A refusal of an address with an account in it. @param remedy a clause: where the account belongs */
export function carriesAccount(field: string, remedy: string): ApiError {
	const text = `carries a user name or a password, which would be shown with the address; give it without them, and ${remedy}`;
	const refusal = {reason: 'credentials', text};
	return field === 'source' ? refusedArgument(field, refusal) : refusedFlag(field, refusal);
}

/** `warnings[]` of the service: one `[warn]` line each. */
export function sayWarnings({warnings = []}: {warnings?: string[] | undefined}, {notes}: Context): void {
	for (const warning of warnings) notes.say('warn', warning);
}

/**
 * "one DNS lookup and one HEAD"; not in a dry run. Beside a service of this machine nothing is refused and no request is
 * sent: the API may be started a moment later, so that a warning is enough.
 */
export async function checkTargetAnswers(
	url: string | undefined,
	field: string,
	{skip}: {skip: boolean},
	context: Context,
): Promise<void> {
	const {endpoint, section, targetPolicy: policy} = context.connection();
	if (url === undefined || skip || context.dryRun) return;
	if (endpoint.value === 'local') return warnOfDeadTarget(url, `give another one with --${field}`, context);
	// "The first failing step decides; nothing later is touched": credentials come before network.
	resolveApiKey(context.env, section, endpoint.value);
	const warning = await preflight(url, {...context.clock, field, policy, env: context.env, signal: context.signal});
	if (warning) context.notes.say('warn', warning);
}

async function warnOfDeadTarget(url: string, remedy: string, {notes, signal}: Context): Promise<void> {
	const why = await whyUnreachable(url, signal);
	if (why !== null) notes.say('warn', `nothing answers at ${new URL(url).origin} (${why}): start it, or ${remedy}`);
}

/**
 * The same before a batch, for the address that its project or its environment names: one warning, however many tests
 * there are. Only for the service of this machine: another one may reach what this machine does not. A key that may run
 * tests and not read projects runs them without the warning.
 */
export async function checkProjectAnswers(
	projectId: ProjectId,
	environment: string | undefined,
	{skip = false, isRerun = false}: {skip?: boolean; isRerun?: boolean},
	context: Context,
): Promise<void> {
	if (skip || context.dryRun || context.connection().endpoint.value !== 'local') return;
	try {
		await warnOfProject(projectId, environment, isRerun, context);
	} catch (error) {
		if (!isApiError(error) || error.code !== 'AUTH_FORBIDDEN') throw error;
	}
}

async function warnOfProject(
	projectId: ProjectId,
	environment: string | undefined,
	isRerun: boolean,
	context: Context,
): Promise<void> {
	const {client} = context;
	if (environment !== undefined) {
		const {url} = await client.call(getEnvironment, {params: {projectId, name: environment}});
		const change = `svc project env update ${shellWord(projectId)} ${shellWord(environment)} --url <url>`;
		if (url) await warnOfDeadTarget(url, `change it with ${change}`, context);
		return;
	}
	const {targetUrl, environmentCount = 1} = await client.call(getProject, {params: {projectId}});
	// A rerun keeps the environment of the run that it repeats: with several, only the service knows which one.
	if (isRerun && environmentCount > 1) return;
	if (!targetUrl) {
		const remedy = `svc project update ${shellWord(projectId)} --url <url>`;
		context.notes.say('warn', `the project has no URL, so BASE_URL is empty in its tests: ${remedy}`);
		return;
	}
	await warnOfDeadTarget(targetUrl, `change it with svc project update ${shellWord(projectId)} --url <url>`, context);
}

/** What sending the bytes of a document needs. */
export const sendingOf = ({connection, env, requestTimeoutMs, signal, clock}: Context): Sending => {
	const {value} = connection().endpoint;
	return {
		endpointUrl: value === 'local' ? 'http://127.0.0.1' : value,
		env,
		timeoutMs: requestTimeoutMs,
		signal,
		sleep: clock.sleep,
	};
};

/**
 * Whether runs cost somebody something: a service of this machine counts no credits unless its owner says so, and then
 * nothing should be said of them. Any other service is asked for nothing: its runs are billed.
 */
export async function isMetered({client, connection, dryRun}: Context): Promise<boolean> {
	if (dryRun || connection().endpoint.value !== 'local') return true;
	return (await client.call(getMe)).credits !== undefined;
}
