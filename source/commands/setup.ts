import type {SetupSummary} from '../../contract/documents/setup.ts';
import {hintAtSecretOnLine} from './secret.ts';
import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {plannedFiles} from '../agent-skills/install.ts';
import {startDaemon} from '../client/daemon.ts';
import {mintLocalKey} from '../client/local-key.ts';
import {type Endpoint, normaliseEndpoint} from '../client/base-url.ts';
import type {Me} from '../../contract/account.ts';
import {type AgentTarget, agentTargets, skillNames} from '../../contract/agent-skill.ts';
import {getMe} from '../../contract/routes/account.ts';
import {targetPolicies} from '../../contract/service-process.ts';
import type {Context} from '../context.ts';
import {readCredentials, writeProfile} from '../credentials/credentials-store.ts';
import {
	environmentValue,
	invalidEnvironment,
	credentialsPath,
	dataDirectory,
	svcHome,
} from '../credentials/environment.ts';
import {setHint} from '../credentials/hint-memory.ts';
import {isWellFormedKey, keyReason, resolveEndpoint, resolveProfile} from '../credentials/resolve.ts';
import {ApiError, isApiError, refusedFlag} from '../errors/api-error.ts';
import {rootDirectory} from './agent/root-directory.ts';
import {defineCommand} from './define-command.ts';
import {choice, type FlagValues, refuseTogether, refuseWithout, text, toggle, wordsOrNone} from './flag.ts';
import {installForAgents} from './install-for-agents.ts';
import {prepareBrowser, preparePython} from './start-own-service.ts';

/** Flags of `setup`, and of `init`, which goes on where it ends. */
export const setupFlags = {
	apiKey: text('Key to store, without asking', {placeholder: '<key>'}),
	fromEnv: toggle('Take the key from SVC_API_KEY, the endpoint from SVC_API_URL'),
	local: toggle('Start the service of this machine and make a key for it'),
	targetPolicy: choice('Which targets that service may test: private (default) or public (--local)', targetPolicies),
	agent: wordsOrNone('Coding agent that gets the skills', agentTargets, {
		placeholder: '<target>',
		defaultText: 'claude',
		negated: 'Store credentials only',
	}),
	force: toggle('Replace skill files that differ; the old one is kept as .bak'),
	dir: text('Root of the project for the skill files (current directory)', {placeholder: '<dir>'}),
	yes: toggle('Never ask; a missing key is an error', {short: 'y'}),
};

type Source = {endpoint: Endpoint; key: string};
export type SetupOptions = FlagValues<typeof setupFlags>;

export const setup = defineCommand({
	description:
		'Nothing is stored before the service has accepted the key. A terminal is asked before skill files are written into ' +
		'the current folder, unless --agent, --dir or --yes says so already; every path that was written is shown.',
	args: {},
	flags: setupFlags,
	examples: ['setup --local', 'setup --api-key sk-user-1a2b3c', '--profile ci setup --from-env --yes'],
	settings: 'profile',
	rules: (options, context) => checkSetup(options, context),
	async run(options, context) {
		const {data, problem} = await setUp(options, context);
		return {view: 'setup-summary', data, problem};
	},
});

/** @param storedKey one that may be used again instead of asking for one */
export function checkSetup(options: SetupOptions, context: Context, storedKey?: string): void {
	const {apiKey, fromEnv, local, targetPolicy} = options;
	const {given, env, dryRun} = context;
	refuseTogether('local', local, 'api-key', apiKey !== undefined);
	refuseTogether('local', local, 'from-env', fromEnv);
	if (local && given.endpointUrl !== undefined && flagEndpoint(given.endpointUrl) !== 'local')
		throw refusedFlag('endpoint-url', {reason: 'exclusive', text: 'cannot be combined with --local'});
	refuseWithout('target-policy', targetPolicy !== undefined, 'local', local);
	if (apiKey !== undefined && !isWellFormedKey(apiKey))
		throw refusedFlag('api-key', {reason: 'pattern', text: keyReason});
	if (apiKey === undefined && fromEnv && !dryRun) keyFromEnvironment(env);
	const hasSource = apiKey !== undefined || fromEnv || local || storedKey !== undefined;
	if (!hasSource && !dryRun && !mayAsk(options, context))
		throw refusedFlag('api-key', {reason: 'required', text: 'is required, or --from-env, or --local'});
}

/** Whether somebody sits there who can be asked. */
export const mayAsk = ({yes}: Pick<SetupOptions, 'yes'>, {terminal, env, output}: Context): boolean =>
	terminal.isInput() && !environmentValue(env, 'CI') && !yes && output === 'text';

/** What `setup` leaves behind, and how to go on with it. */
export type SetUp = Source & {root: string; data: SetupSummary; problem: ApiError | undefined};

/** @param storedKey one that is used instead of asking for one */
export async function setUp(options: SetupOptions, context: Context, storedKey?: string): Promise<SetUp> {
	const {env, clock, dryRun, notes} = context;
	const root = dryRun ? '' : rootDirectory(options.dir, context);
	if (options.agent?.isMixed)
		notes.say('warn', `${options.agent.words.length > 0 ? '--no-agent' : '--agent'} is ignored: the last one wins`);
	const profile = resolveProfile(context.given.profile, env).value;
	const path = credentialsPath(env);
	if (options.apiKey !== undefined)
		hintAtSecretOnLine('--api-key', 'without it svc setup asks, and --from-env reads SVC_API_KEY', context);
	const wish = storedKey === undefined || options.fromEnv ? options : {...options, apiKey: storedKey};
	const {endpoint, key, me} = await verified(profile, () => signIn(wish, profile, context), context);
	if (dryRun) notes.say('dry-run', `would write ${path}`);
	else {
		const policy = me.service?.targetPolicy ?? '';
		await writeProfile(path, profile, {api_key: key, api_url: endpoint, target_policy: policy}, clock);
	}
	const {agents, written, problem} = await installFor({...options, root, profile}, context);
	const own = options.local ? [path, join(dataDirectory(env), '/')] : [path];
	const data: SetupSummary = {
		profile,
		apiUrl: endpoint,
		env: me.env,
		...(me.email === undefined ? {} : {email: me.email}),
		scopes: me.scopes,
		agent: agents[0] ?? null,
		agents,
		written: dryRun ? [] : [...own, ...written],
		status: 'initialized',
	};
	return {endpoint, key, root, data, problem};
}

/** Step 7; whatever fails here "says that the credentials were saved". */
async function installFor(
	{agent, force, dir, yes, root, profile}: SetupOptions & {root: string; profile: string},
	context: Context,
) {
	// Whoever names an agent or a folder has said already where the files go.
	const isOwnIdea = agent === undefined && dir === undefined;
	const asks = isOwnIdea && mayAsk({yes}, context) && !context.dryRun;
	const usual: AgentTarget[] = asks && !(await wantsSkills(root, context)) ? [] : ['claude'];
	const targets = agent?.words ?? usual;
	if (!context.dryRun) setHint(svcHome(context.env), 'agent-skill', targets.length > 0);
	try {
		const installed = installForAgents({targets, force, dir, root}, context);
		if (installed.problem) context.notes.say('info', `the credentials of profile ${profile} were saved`);
		return installed;
	} catch (error) {
		context.notes.say('info', `the credentials of profile ${profile} were saved`);
		throw error;
	}
}

/** "Asks (TTY) before it writes into the current folder"; nothing is asked where everything stands already. */
async function wantsSkills(root: string, {askLine}: Context): Promise<boolean> {
	const paths = plannedFiles({targets: ['claude'], skills: skillNames}).map(({path}) => path);
	if (paths.every(path => existsSync(join(root, path)))) return true;
	const answer = await askLine(`Write the skills for Claude Code into ${root} (${paths.join(', ')})? [Y/n]`);
	return answer !== null && !/^\s*n/i.test(answer);
}

/** Whatever fails before the profile is written says that it was not changed. */
async function verified<T>(profile: string, work: () => Promise<T>, {notes}: Context): Promise<T> {
	try {
		return await work();
	} catch (error) {
		notes.say('info', `profile ${profile} was not changed`);
		throw error;
	}
}

type Options = Pick<SetupOptions, 'apiKey' | 'fromEnv' | 'local' | 'targetPolicy'>;

export const storedProfile = (profile: string, {env}: Pick<Context, 'env'>) =>
	readCredentials(credentialsPath(env)).profiles.get(profile);

async function signIn(options: Options, profile: string, context: Context): Promise<Source & {me: Me}> {
	const stored = context.dryRun ? undefined : storedProfile(profile, context);
	if (options.local) return signInLocally(stored?.get('api_key'), options.targetPolicy ?? 'private', context);
	const endpoint = endpointFor(options, stored, context);
	// A dry run needs no key and asks for none.
	const key = context.dryRun ? '' : await keyOf(options, endpoint, context);
	if (!context.dryRun && !/^sk-(user|member)-/.test(key))
		context.notes.say('warn', 'the key begins neither with sk-user- nor with sk-member-');
	return {endpoint, key, me: await askMe({endpoint, key}, context)};
}

/** "`--endpoint-url`; `SVC_API_URL` (with `--from-env`); `api_url` of the profile; `local`" */
function endpointFor(
	{fromEnv}: Options,
	stored: ReadonlyMap<string, string> | undefined,
	{given, env}: Context,
): Endpoint {
	const url = fromEnv ? env['SVC_API_URL'] : undefined;
	return resolveEndpoint(given.endpointUrl, {SVC_API_URL: url}, stored as Map<string, string> | undefined).value;
}

const flagEndpoint = (url: string) =>
	normaliseEndpoint(url, reason => refusedFlag('endpoint-url', {reason: 'url', text: reason}));

function keyFromEnvironment(env: Context['env']): string {
	const key = environmentValue(env, 'SVC_API_KEY');
	if (key === undefined || !isWellFormedKey(key))
		throw invalidEnvironment('SVC_API_KEY', key ? keyReason : 'is not set');
	return key;
}

const keyOf = async ({apiKey, fromEnv}: Options, endpoint: Endpoint, context: Context): Promise<string> =>
	apiKey ?? (fromEnv ? keyFromEnvironment(context.env) : askKey(endpoint, context));

const maxEmptyAnswers = 3;

async function askKey(endpoint: Endpoint, context: Context): Promise<string> {
	// Nobody has a key for the service of this machine before its first setup.
	if (endpoint === 'local')
		context.notes.say('hint', 'svc setup --local starts the service of this machine and needs no key');
	for (let asked = 0; asked < maxEmptyAnswers; asked++) {
		const answer = (await context.askSecret('API key'))?.trim();
		if (answer === undefined) break;
		if (answer === '') continue;
		if (isWellFormedKey(answer)) return answer;
		throw refusedFlag('api-key', {reason: 'pattern', text: keyReason});
	}
	throw refusedFlag('api-key', {reason: 'required', text: 'no key was entered; --from-env and --local need none'});
}

/** `GET /me` with a key that is not stored yet. */
async function askMe({endpoint, key}: Source, context: Context): Promise<Me> {
	const client = await context.connect({endpoint, apiKey: key});
	try {
		return await client.call(getMe, {headers: {'x-cli-command': 'init'}, signal: context.signal});
	} finally {
		await client.close();
	}
}

/** Starts the service, keeps a stored key that it accepts or mints one, and prepares Python and a browser. */
async function signInLocally(
	storedKey: string | undefined,
	targetPolicy: (typeof targetPolicies)[number],
	context: Context,
): Promise<Source & {me: Me}> {
	const endpoint = 'local';
	if (context.dryRun) return {endpoint, key: '', me: await askMe({endpoint, key: ''}, context)};
	const service = context.localService();
	await startDaemon({...service, flags: {targetPolicy}, timeoutSeconds: 30}).catch(startFailed);
	await preparePython(context);
	await prepareBrowser(context);
	const kept = storedKey && isWellFormedKey(storedKey) ? await acceptedMe(endpoint, storedKey, context) : null;
	const key = kept
		? storedKey!
		: await mintLocalKey({...context.clock, ...service, requestTimeoutMs: context.requestTimeoutMs, name: 'svc setup'});
	const me = kept ?? (await askMe({endpoint, key}, context));
	const policy = me.service?.targetPolicy;
	if (policy !== undefined && policy !== targetPolicy)
		context.notes.say(
			'warn',
			`the running service has the target policy ${policy}; stop it with svc service stop, then repeat`,
		);
	return {endpoint, key, me};
}

/** The account of a stored key; null when the service does not accept it. */
async function acceptedMe(endpoint: Endpoint, key: string, context: Context): Promise<Me | null> {
	try {
		return await askMe({endpoint, key}, context);
	} catch (error) {
		if (isApiError(error) && error.exitCode === 3) return null;
		throw error;
	}
}

/** "exit 10": whatever kept the service from starting, it cannot be reached. */
function startFailed(error: unknown): never {
	if (!isApiError(error) || error.code === 'INTERRUPTED') throw error;
	throw new ApiError('UNAVAILABLE', error.message, {
		nextAction: error.nextAction || 'svc service logs',
		details: {...error.details, dependency: 'local-service'},
		cause: error,
	});
}
