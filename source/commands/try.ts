import type {TryReport} from '../../contract/documents/try.ts';
import {splitAddress} from '../../contract/address.ts';
import {authTypes} from '../../contract/enums.ts';
import type {Client} from '../client/client.ts';
import {checkHostIsKnown} from '../client/preflight.ts';
import type {ProjectId} from '../../contract/ids.ts';
import {deleteProject} from '../../contract/routes/projects.ts';
import type {Context} from '../context.ts';
import {environmentValue} from '../credentials/environment.ts';
import {resolveApiKey} from '../credentials/resolve.ts';
import {type ApiError, isApiError, refusedFlag} from '../errors/api-error.ts';
import type {Argument} from './argument.ts';
import {defineCommand} from './define-command.ts';
import {choice, integer, refuseTogether, refuseWithout, text, texts, toggle} from './flag.ts';
import {headerNameRule} from './shared-flags.ts';
import {negative} from './outcome.ts';
import {checkSecret, readSecret, secretFlags} from './secret.ts';
import {startOwnService} from './start-own-service.ts';
import {carriesAccount, guardTarget} from './target.ts';
import {variablesOf} from './project/env/shared.ts';
import {maxParallelFlag} from './project/project-flags.ts';
import {priorityRange} from './try/choose-rows.ts';
import {tellLeft} from './try/report.ts';
import {createSession, outOfTime} from './try/session.ts';
import {isUrl, readSource, type Source} from './try/source.ts';
import {type TryWish, tryOut} from './try/try-out.ts';
import {isLoopbackHost} from '../process/loopback.ts';
import {shellWord} from '../view-model/shell-word.ts';

/**
 * A client whose calls do not end with the first Ctrl-C: what was started is cancelled and cleaned up through it. Without
 * a key for the service of this machine, that service is started and a key of its own is stored, as `setup --local` does.
 */
async function connectToTry(context: Context): Promise<Client> {
	const {env, dryRun} = context;
	const {endpoint, section, profile} = context.connection();
	if (dryRun) return context.client;
	try {
		const apiKey = resolveApiKey(env, section, endpoint.value, profile).value;
		return await context.connect({endpoint: endpoint.value, apiKey});
	} catch (error) {
		if (endpoint.value !== 'local' || !isApiError(error) || error.code !== 'AUTH_REQUIRED') throw error;
	}
	return startOwnService(context, 'svc try');
}

const sourceArgument: Argument<string> = {
	name: 'source',
	summary: 'Address of an API or of its document, or a file: OpenAPI, Swagger, Postman, HAR, text; - = stdin',
	required: true,
	variadic: false,
	check: value => (value.trim() === '' ? {reason: 'blank', text: 'must not be blank'} : undefined),
};

export const tryCommand = defineCommand({
	description:
		'Reads the description of an API, plans, writes tests, runs them, deletes what they created and says what broke. ' +
		'Asks before it writes to an API that is not on this machine. The service of ' +
		'this machine is started when there is none. An account signs in where the document describes a login; without one ' +
		'or a credential, a login that the document gives an example for is used on this machine.',
	args: {source: sourceArgument},
	flags: {
		baseUrl: text('Address of the API (that of its document)', {placeholder: '<url>'}),
		authType: choice('How the credential is sent (as the document says)', authTypes, {placeholder: '<type>'}),
		...secretFlags('credential', 'Credential that every call sends'),
		username: text('Account to sign in with, at the login of the document', {max: 1024}),
		...secretFlags('password', 'Its password'),
		headerName: text('The credential is an API key in this header (that of the document)', {
			placeholder: '<name>',
			...headerNameRule,
		}),
		var: texts('Value that no endpoint gives, such as the organisation of all paths; repeatable', {
			placeholder: '<KEY=VALUE>',
		}),
		name: text('Name of the project (that of the source)', {max: 200}),
		readOnly: toggle('Only tests that read: nothing is created'),
		rows: text('Priorities of the tests, such as p0..p1 (all)', {placeholder: '<range>'}),
		maxParallel: maxParallelFlag,
		maxTime: integer('Seconds until it stops; cleanup still runs', {min: 10, max: 3600, default: 300}),
		keepProject: toggle('Keep the project; a terminal keeps it anyway'),
		yes: toggle('Do not ask before records are created', {short: 'y'}),
	},
	handlesSignals: true,
	examples: [
		'try http://127.0.0.1:4010',
		'try openapi.yaml --base-url https://staging.example.com --read-only',
		'try https://api.example.com/openapi.json --auth-type "Bearer token" \\\n      --credential-file token.txt -y',
		'try http://127.0.0.1:8000/openapi.json --username ada@example.com \\\n      --password-file pw.txt',
		'try http://127.0.0.1:4010 --var ORG=acme',
	],
	rules(options, context) {
		const {source, baseUrl, authType, credential, credentialFile, headerName, rows} = options;
		checkSecret('credential', options);
		checkSecret('password', options);
		const hasCredential = credential !== undefined || credentialFile !== undefined;
		if (authType === 'public' && hasCredential)
			throw refusedFlag('auth-type', {reason: 'exclusive', text: 'public sends no credential'});
		if (authType !== undefined && authType !== 'public' && !hasCredential && options.username === undefined)
			throw refusedFlag('credential', {reason: 'required', text: 'is required with --auth-type'});
		const hasPassword = options.password !== undefined || options.passwordFile !== undefined;
		refuseTogether('username', options.username !== undefined, 'credential', hasCredential);
		refuseTogether('username', options.username !== undefined, 'auth-type public', authType === 'public');
		refuseWithout('password', hasPassword, 'username', options.username !== undefined);
		if (options.username !== undefined && !hasPassword)
			throw refusedFlag('password', {reason: 'required', text: 'is required with --username'});
		refuseWithout('header-name', headerName !== undefined, 'credential', hasCredential);
		if (headerName !== undefined && authType !== undefined && authType !== 'API key')
			throw refusedFlag('header-name', {reason: 'exclusive', text: 'is the header of an API key'});
		variablesOf(options.var, 'var');
		if (rows !== undefined && priorityRange(rows) === null)
			throw refusedFlag('rows', {reason: 'range', text: 'must be like p0..p1, p0 first'});
		for (const [field, url] of Object.entries({source, 'base-url': baseUrl}))
			if (url !== undefined && isUrl(url) && splitAddress(url).account !== null)
				throw carriesAccount(
					field,
					'user:password in a file with --auth-type "basic token" --credential-file <account-file>',
				);
		if (baseUrl !== undefined || isUrl(source))
			guardTarget(baseUrl ?? source, baseUrl === undefined ? 'source' : 'base-url', context);
	},
	async run(options, context) {
		const source = await readSource(options.source, options.baseUrl, context);
		// Before anything is asked or made: a file that cannot be read must not leave half a try.
		const credential = await readSecret('credential', options, context);
		const password = await readSecret('password', options, context);
		guardTarget(source.baseUrl, 'base-url', context);
		const {env, signal} = context;
		if (!context.dryRun) await checkHostIsKnown(source.baseUrl, {...context.clock, env, signal});
		const isOnTerminal = context.terminal.isInput() && context.terminal.isOutput && context.output === 'text';
		const canAsk = isOnTerminal && !environmentValue(context.env, 'CI');
		const wish: TryWish = {
			...options,
			authType: options.authType ?? (options.headerName === undefined ? undefined : 'API key'),
			source,
			credential,
			account: options.username === undefined ? undefined : {username: options.username, password: password ?? ''},
			consent: consentOf(source, options, canAsk, context),
			canAsk,
			variables: variablesOf(options.var, 'var'),
			priorities: options.rows === undefined ? null : priorityRange(options.rows),
		};
		const client = await connectToTry(context);
		const session = createSession(client, options.maxTime, context);
		const keeps = options.keepProject || isOnTerminal;
		let projectId: ProjectId | null = null;
		let hasTests = false;
		let isReported = false;
		try {
			const report = await tryOut(session, wish, {
				onProject(id) {
					projectId = id;
				},
				onTests() {
					hasTests = true;
				},
			});
			isReported = true;
			const told = {...report, kept: keeps, next: keeps ? nextSteps(report) : []};
			const shows = isOnTerminal && !context.dryRun;
			return {
				view: 'try-report',
				data: told,
				problem: problemOf(told, options.maxTime),
				...(shows ? {afterwards: () => showOnTerminal(told, context)} : {}),
			};
		} finally {
			// The deletion does not end with the first Ctrl-C: it is what that asks for. A try that ended before it had tests
			// has nothing to keep.
			const left: string | null = projectId;
			if (left !== null && !isReported && hasTests && !context.dryRun) await tellLeft(session, left);
			const stays = options.keepProject || (keeps && (hasTests || isReported));
			if (stays && left !== null && !isReported && !context.dryRun)
				context.notes.say('hint', `the project stays: svc ui tests ${left}, or svc project delete ${left} --confirm`);
			if (!stays && left !== null)
				await client
					.call(deleteProject, {
						params: {projectId: left},
						idempotencyKey: session.key('delete'),
						signal: context.hurry,
					})
					.catch((error: unknown) => {
						// Whose deletion was done before its answer was lost is not there any more.
						if (isApiError(error) && error.code !== 'NOT_FOUND')
							context.notes.say('warn', `the project ${left} stays: ${error.message}`);
					});
			if (!context.dryRun) await client.close();
		}
	},
});

/** Whether records may be created: `ask` before it, `yes`, or `none` needed. Without a terminal it must be told. */
function consentOf(
	{baseUrl}: Source,
	{yes, readOnly}: {yes: boolean; readOnly: boolean},
	canAsk: boolean,
	{dryRun}: Context,
): 'given' | 'ask' {
	if (yes || readOnly || dryRun || isLoopbackHost(new URL(baseUrl).hostname)) return 'given';
	if (canAsk) return 'ask';
	throw refusedFlag('yes', {
		reason: 'required',
		text: `is required: tests create records on ${new URL(baseUrl).origin} and delete them; --read-only creates none`,
	});
}

const nextSteps = ({projectId, run, findings}: Omit<TryReport, 'kept' | 'next'>): string[] => [
	...(run.failed > 0 ? [`svc ui failures ${shellWord(projectId)}`] : []),
	...(findings > 0 ? [`svc finding list --project ${shellWord(projectId)}`] : []),
	`svc plan list --project ${shellWord(projectId)}`,
];

function problemOf({run, failures, projectId, kept, isOutOfTime}: TryReport, maxTime: number): ApiError | undefined {
	if (isOutOfTime) return outOfTime(maxTime);
	if (run.failed === 0) return undefined;
	const [first] = failures;
	return negative(
		`${run.failed} of ${run.passed + run.failed + run.blocked} tests failed.`,
		{projectId, failed: run.failed},
		kept && first ? `svc test artifact get ${first.runId}` : '',
	);
}

/** "On a TTY the dashboard then opens on the failures, else on the plan." */
async function showOnTerminal({batchIds, run, projectId}: TryReport, context: Context): Promise<void> {
	const {columns, rows} = context.terminal;
	const isLarge = columns >= 60 && rows >= 16 && context.env['TERM'] !== 'dumb';
	const last = batchIds.at(-1);
	if (!isLarge || last === undefined || context.signal.aborted) return;
	await context.openDashboard({
		...(run.failed > 0 ? {screen: 'failures', id: last} : {screen: 'plan', id: projectId}),
		projectId,
		theme: 'ansi',
		mouse: false,
		ascii: false,
		accessible: environmentValue(context.env, 'ACCESSIBLE') === '1',
	});
}
